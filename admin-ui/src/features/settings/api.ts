import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const settingsPath = "/api/v1/websites/{websiteId}/settings";
export type Settings = Answer<typeof settingsPath, "get">;
export type SettingsChange = RequestOf<typeof settingsPath, "put">;

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
  }),
});

export const { useGetSettingsQuery, useUpdateSettingsMutation } = settingsApi;
