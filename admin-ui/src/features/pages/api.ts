import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/pages";
export type PageSummary = Answer<typeof listPath, "get">["pages"][number];

const pagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPages: build.query<PageSummary[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(listPath, ref) }),
      transformResponse: (answer: Answer<typeof listPath, "get">) => answer.pages,
      providesTags: [{ type: "Page", id: "LIST" }],
    }),
  }),
});

export const { useListPagesQuery } = pagesApi;
