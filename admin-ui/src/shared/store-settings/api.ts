import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const storePath = "/api/v1/websites/{websiteId}/store-settings";

export type StoreSettings = Answer<typeof storePath, "get">;

const storeSettingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStoreSettings: build.query<StoreSettings, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(storePath, ref) }),
      providesTags: [{ type: "Settings", id: "STORE" }],
    }),
    updateStoreSettings: build.mutation<StoreSettings, { websiteId: string; settings: StoreSettings }>({
      query: ({ settings, ...ref }) => ({
        path: pathTo(storePath, ref),
        method: "PUT",
        body: settings,
        headers: { "If-Match": `"${settings.revision}"` },
      }),
      async onQueryStarted({ websiteId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) void dispatch(storeSettingsApi.util.upsertQueryData("getStoreSettings", { websiteId }, saved.data));
      },
      invalidatesTags: [{ type: "Settings", id: "SITE" }],
    }),
  }),
});

export const { useGetStoreSettingsQuery, useUpdateStoreSettingsMutation } = storeSettingsApi;
