import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf } from "@/shared/api/types";

const languagesPath = "/api/v1/websites/{websiteId}/site-texts";
const listPath = "/api/v1/websites/{websiteId}/site-texts/{language}";
const textPath = "/api/v1/websites/{websiteId}/site-texts/{language}/{textKey}";
const exportPath = "/api/v1/websites/{websiteId}/site-texts/{language}/export";

type SiteTextPage = Answer<typeof listPath, "get">;
export type SiteText = SiteTextPage["texts"][number];
export type TextFilter = Omit<QueryOf<typeof listPath, "get">, "cursor" | "limit">;

interface LanguageRef {
  websiteId: string;
  language: string;
}

const list = { type: "SiteText", id: "LIST" } as const;

const siteTextsApi = api.enhanceEndpoints({ addTagTypes: ["SiteText"] }).injectEndpoints({
  endpoints: (build) => ({
    listTextLanguages: build.query<Answer<typeof languagesPath, "get">, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(languagesPath, ref) }),
      // One of them is the language of the site.
      providesTags: ["Settings"],
    }),
    listSiteTexts: build.infiniteQuery<SiteTextPage, LanguageRef & { filter: TextFilter }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg: { filter, ...ref }, pageParam }) => ({
        path: pathTo(listPath, ref),
        query: { ...filter, cursor: pageParam, limit: 50 },
      }),
      providesTags: [list],
    }),
    saveSiteText: build.mutation<SiteText, LanguageRef & { textKey: string; text: string }>({
      query: ({ text, ...ref }) => ({ path: pathTo(textPath, ref), method: "PUT", body: { text } }),
      invalidatesTags: (saved) => (saved ? [list] : []),
    }),
    resetSiteText: build.mutation<null, LanguageRef & { textKey: string }>({
      query: (ref) => ({ path: pathTo(textPath, ref), method: "DELETE" }),
      invalidatesTags: (_, error) => (error ? [] : [list]),
    }),
    resetSiteTexts: build.mutation<null, LanguageRef>({
      query: (ref) => ({ path: pathTo(listPath, ref), method: "DELETE" }),
      invalidatesTags: (_, error) => (error ? [] : [list]),
    }),
    exportSiteTexts: build.mutation<string, LanguageRef>({
      query: (ref) => ({ path: pathTo(exportPath, ref), as: "text" }),
    }),
  }),
});

export const {
  useListTextLanguagesQuery,
  useListSiteTextsInfiniteQuery,
  useSaveSiteTextMutation,
  useResetSiteTextMutation,
  useResetSiteTextsMutation,
  useExportSiteTextsMutation,
} = siteTextsApi;
