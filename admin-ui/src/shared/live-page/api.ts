import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";

const questionsPath = "/api/v1/websites/{websiteId}/page-questions";

const livePageApi = api.injectEndpoints({
  endpoints: (build) => ({
    answerQuestions: build.mutation<string, { websiteId: string; questions: unknown }>({
      query: ({ questions, ...ref }) => ({ path: pathTo(questionsPath, ref), method: "POST", body: questions, as: "text" }),
    }),
  }),
});

export const { useAnswerQuestionsMutation } = livePageApi;
