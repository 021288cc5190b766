import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const questionsPath = "/api/v1/websites/{websiteId}/page-questions";
const pagesPath = "/api/v1/websites/{websiteId}/pages";

/** A URL of the site with its title. */
export interface PageAddress {
  address: string;
  title: string;
}

const livePageApi = api.injectEndpoints({
  endpoints: (build) => ({
    answerQuestions: build.mutation<string, { websiteId: string; questions: unknown }>({
      query: ({ questions, ...ref }) => ({
        path: pathTo(questionsPath, ref),
        method: "POST",
        body: questions,
        as: "text",
      }),
    }),
    listPageAddresses: build.query<PageAddress[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(pagesPath, ref) }),
      transformResponse: (answer: Answer<typeof pagesPath, "get">) =>
        answer.pages.map(({ fullUrl, title }) => ({ address: fullUrl, title })),
      providesTags: [{ type: "Page", id: "LIST" }],
    }),
  }),
});

export const { useAnswerQuestionsMutation, useListPageAddressesQuery } = livePageApi;
