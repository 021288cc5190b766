import { api } from "../api/base-api";
import { pathTo } from "../api/path";
import type { Answer, RequestOf } from "../api/types";

const listPath = "/api/v1/websites/{websiteId}/assets";
const onePath = "/api/v1/websites/{websiteId}/assets/{assetId}";
export type AssetPage = Answer<typeof listPath, "get">;
export type Asset = AssetPage["assets"][number];

const assetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAssets: build.infiniteQuery<AssetPage, { websiteId: string }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg, pageParam }) => ({ path: pathTo(listPath, queryArg), query: { cursor: pageParam, limit: 48 } }),
      providesTags: [{ type: "Asset", id: "LIST" }],
    }),
    uploadAsset: build.mutation<Answer<"/api/assets", "post">, { websiteId: string; file: File; altText: string }>({
      query: ({ websiteId, file, altText }) => {
        const form = new FormData();
        form.set("file", file);
        form.set("altText", altText);
        return { path: "/api/assets", method: "POST", form, headers: { "X-Website-Id": websiteId } };
      },
      invalidatesTags: [{ type: "Asset", id: "LIST" }],
    }),
    updateAsset: build.mutation<
      Answer<typeof onePath, "put">,
      { websiteId: string; assetId: string; change: RequestOf<typeof onePath, "put"> }
    >({
      query: ({ change, ...ref }) => ({ path: pathTo(onePath, ref), method: "PUT", body: change }),
      invalidatesTags: (saved) => (saved ? [{ type: "Asset", id: "LIST" }] : []),
    }),
  }),
});

export const { useListAssetsInfiniteQuery, useUploadAssetMutation, useUpdateAssetMutation } = assetsApi;
