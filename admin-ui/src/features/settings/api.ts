import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import { ifMatch, isVersionConflict } from "@/shared/api/if-match";
import type { Answer, RequestOf } from "@/shared/api/types";

const settingsPath = "/api/v1/websites/{websiteId}/settings";
const lockPath = "/api/v1/websites/{websiteId}/site-lock";
const websitePath = "/api/v1/websites/{websiteId}/website-settings";
export type Settings = Answer<typeof settingsPath, "get">;
type SettingsChange = RequestOf<typeof settingsPath, "put">;
export type WebsiteSettings = Answer<typeof websitePath, "get">;
type SiteLock = Answer<typeof lockPath, "get">;

const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSettings: build.query<Settings, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(settingsPath, ref) }),
      providesTags: [{ type: "Settings", id: "SITE" }],
    }),
    updateSettings: build.mutation<Settings, { websiteId: string; settings: SettingsChange }>({
      query: ({ settings, ...ref }) => ({ path: pathTo(settingsPath, ref), method: "PUT", body: settings }),
      async onQueryStarted({ websiteId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) void dispatch(settingsApi.util.upsertQueryData("getSettings", { websiteId }, saved.data));
      },
    }),
    getWebsiteSettings: build.query<WebsiteSettings, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(websitePath, ref) }),
      providesTags: [{ type: "Settings", id: "WEBSITE" }],
    }),
    updateWebsiteSettings: build.mutation<WebsiteSettings, { websiteId: string; settings: WebsiteSettings }>({
      query: ({ settings, ...ref }) => ({ path: pathTo(websitePath, ref), method: "PUT", body: settings }),
      async onQueryStarted({ websiteId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) void dispatch(settingsApi.util.upsertQueryData("getWebsiteSettings", { websiteId }, saved.data));
      },
    }),
    getSiteLock: build.query<SiteLock, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(lockPath, ref) }),
      providesTags: [{ type: "Settings", id: "LOCK" }],
    }),
    /** Null removes the lock. */
    setSiteLock: build.mutation<SiteLock, { websiteId: string; password: string | null; version: string }>({
      query: ({ password, version, ...ref }) => ({
        path: pathTo(lockPath, ref),
        method: "PUT",
        body: { password },
        ...ifMatch(version),
      }),
      invalidatesTags: (saved, error) => (saved || isVersionConflict(error) ? [{ type: "Settings", id: "LOCK" }] : []),
    }),
  }),
});

export const {
  useGetSettingsQuery,
  useUpdateSettingsMutation,
  useGetWebsiteSettingsQuery,
  useUpdateWebsiteSettingsMutation,
  useGetSiteLockQuery,
  useSetSiteLockMutation,
} = settingsApi;
