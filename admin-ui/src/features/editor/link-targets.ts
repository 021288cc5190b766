import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";
import type { LinkTarget } from "@/shared/form/link-target";

const pagesPath = "/api/v1/websites/{websiteId}/pages";

const linkTargetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLinkTargets: build.query<(LinkTarget & { pageId: string; isPage: boolean })[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(pagesPath, ref) }),
      transformResponse: (answer: Answer<typeof pagesPath, "get">) =>
        answer.pages.map(({ id, title, fullUrl, kind }) => ({ pageId: id, title, address: fullUrl, isPage: kind === "page" })),
      providesTags: [{ type: "Page", id: "LIST" }],
    }),
  }),
});

/** The pages of the site with their addresses. */
export const { useListLinkTargetsQuery } = linkTargetsApi;
