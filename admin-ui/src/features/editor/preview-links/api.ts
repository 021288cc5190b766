import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";
import type { PageRef } from "../api";

const linksPath = "/api/v1/websites/{websiteId}/pages/{pageId}/preview-links";
const onePath = "/api/v1/websites/{websiteId}/pages/{pageId}/preview-links/{linkId}";

export type PreviewLink = Answer<typeof linksPath, "get">["previewLinks"][number];

const previewLinksApi = api.enhanceEndpoints({ addTagTypes: ["PreviewLink"] }).injectEndpoints({
  endpoints: (build) => ({
    listPreviewLinks: build.query<PreviewLink[], PageRef>({
      query: (ref) => ({ path: pathTo(linksPath, ref) }),
      transformResponse: (answer: Answer<typeof linksPath, "get">) => answer.previewLinks,
      providesTags: (_, __, { pageId }) => [{ type: "PreviewLink", id: pageId }],
    }),
    makePreviewLink: build.mutation<PreviewLink, PageRef & { days: number }>({
      query: ({ days, ...ref }) => ({ path: pathTo(linksPath, ref), method: "POST", body: { days } }),
      invalidatesTags: (_, __, { pageId }) => [{ type: "PreviewLink", id: pageId }],
    }),
    revokePreviewLink: build.mutation<unknown, PageRef & { linkId: string }>({
      query: (ref) => ({ path: pathTo(onePath, ref), method: "DELETE" }),
      invalidatesTags: (_, __, { pageId }) => [{ type: "PreviewLink", id: pageId }],
    }),
  }),
});

export const { useListPreviewLinksQuery, useMakePreviewLinkMutation, useRevokePreviewLinkMutation } = previewLinksApi;
