import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const languagesPath = "/api/multilingual/languages";
const draftLinkPath = "/api/v1/websites/{websiteId}/draft-languages/link";
const settingsPath = "/api/v1/websites/{websiteId}/settings";

export type Language = Answer<typeof languagesPath, "get">["languages"][number];
export type LanguageChange = RequestOf<typeof languagesPath, "put">["languages"][number];

/** The operation takes the site in a header. */
const site = (websiteId: string) => ({ "X-Website-Id": websiteId });

const list = { type: "Language", id: "LIST" } as const;

const languagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLanguages: build.query<Language[], { websiteId: string }>({
      query: ({ websiteId }) => ({ path: pathTo(languagesPath, {}), headers: site(websiteId) }),
      transformResponse: (answer: Answer<typeof languagesPath, "get">) => answer.languages,
      providesTags: [list],
    }),
    /** Replaces the whole list; the primary language is in it. */
    replaceLanguages: build.mutation<Language[], { websiteId: string; languages: LanguageChange[] }>({
      query: ({ websiteId, languages }) => ({
        path: pathTo(languagesPath, {}),
        method: "PUT",
        headers: site(websiteId),
        body: { languages },
      }),
      transformResponse: (answer: Answer<typeof languagesPath, "get">) => answer.languages,
      async onQueryStarted({ websiteId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) void dispatch(languagesApi.util.upsertQueryData("listLanguages", { websiteId }, saved.data));
      },
      // The translations page lists languages, too.
      invalidatesTags: (_, error) => (error ? [list] : ["Settings", "Translation"]),
    }),
    /** A link with which this browser shows the languages that are not public yet. */
    makeDraftLanguageLink: build.mutation<Answer<typeof draftLinkPath, "post">, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(draftLinkPath, ref), method: "POST" }),
    }),
    /** Tags of the languages that sites can have. */
    listOfferedLanguages: build.query<string[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(settingsPath, ref) }),
      transformResponse: (answer: Answer<typeof settingsPath, "get">) => answer.languages,
    }),
  }),
});

export const {
  useListLanguagesQuery,
  useReplaceLanguagesMutation,
  useMakeDraftLanguageLinkMutation,
  useListOfferedLanguagesQuery,
} = languagesApi;
