import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";
import { formsIn, type SiteForm } from "./site-forms";

const pagesPath = "/api/v1/websites/{websiteId}/pages";
const pagePath = "/api/v1/websites/{websiteId}/pages/{pageId}";
const submissionsPath = "/api/v1/websites/{websiteId}/forms/{formId}/submissions";

type SubmissionPage = Answer<typeof submissionsPath, "get">;
export type Submission = SubmissionPage["submissions"][number];

const formsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listForms: build.query<SiteForm[], { websiteId: string }>({
      async queryFn({ websiteId }, _api, _extra, call) {
        const list = await call({ path: pathTo(pagesPath, { websiteId }) });
        if (list.error) return { error: list.error };
        const documents = (list.data as Answer<typeof pagesPath, "get">).pages.filter(({ kind }) => kind === "page");
        const pages = await Promise.all(
          documents.map(({ id }) => call({ path: pathTo(pagePath, { websiteId, pageId: id }) })),
        );
        const forms: SiteForm[] = [];
        for (const page of pages) {
          if (page.error) return { error: page.error };
          forms.push(...formsIn(page.data as Answer<typeof pagePath, "get">));
        }
        return { data: forms };
      },
      providesTags: [{ type: "Page", id: "LIST" }],
    }),
    listSubmissions: build.infiniteQuery<SubmissionPage, { websiteId: string; formId: string }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg, pageParam }) => ({ path: pathTo(submissionsPath, queryArg), query: { cursor: pageParam } }),
      providesTags: (_, __, { formId }) => [{ type: "Submission", id: formId }],
    }),
  }),
});

export const { useListFormsQuery, useListSubmissionsInfiniteQuery } = formsApi;
