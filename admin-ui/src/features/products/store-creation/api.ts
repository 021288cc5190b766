import { api } from "@/shared/api/base-api";
import type { Answer, RequestOf } from "@/shared/api/types";

const layoutPath = "/api/commondata/GetSiteLayout";
const updatePath = "/api/widget/UpdateNavigation";

export type Layout = Answer<typeof layoutPath, "get">;
export type NavigationChange = RequestOf<typeof updatePath, "post">;

const storeCreationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStoreLayout: build.query<Layout, { websiteId: string }>({
      query: ({ websiteId }) => ({ path: layoutPath, headers: { "X-Website-Id": websiteId } }),
    }),
    linkStore: build.mutation<unknown, { websiteId: string; change: NavigationChange; revision: number }>({
      query: ({ websiteId, change, revision }) => ({
        path: updatePath,
        method: "POST",
        body: change,
        headers: { "X-Website-Id": websiteId, "If-Match": `"${revision}"` },
      }),
    }),
  }),
});

export const { useLazyGetStoreLayoutQuery, useLinkStoreMutation } = storeCreationApi;
