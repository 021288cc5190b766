import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/experiments";
const onePath = "/api/v1/websites/{websiteId}/experiments/{experimentId}";
const startPath = "/api/v1/websites/{websiteId}/experiments/{experimentId}/start";
const endPath = "/api/v1/websites/{websiteId}/experiments/{experimentId}/end";
const resultsPath = "/api/v1/websites/{websiteId}/experiments/{experimentId}/results";
const previewPath = "/api/v1/websites/{websiteId}/experiments/{experimentId}/preview-links";
const pagesPath = "/api/v1/websites/{websiteId}/pages";
const pagePath = "/api/v1/websites/{websiteId}/pages/{pageId}";
const formsPath = "/api/v1/websites/{websiteId}/forms";
const designPath = "/api/v1/websites/{websiteId}/design";
const languagesPath = "/api/multilingual/languages";

export type Experiment = Answer<typeof listPath, "get">["experiments"][number];
export type ExperimentChange = RequestOf<typeof listPath, "post">;
export type Results = Answer<typeof resultsPath, "get">;
export type VariantFigures = Results["variants"][number];
/** A page that an experiment can be on, or that shows a variant. */
type PageChoice = Answer<typeof pagesPath, "get">["pages"][number];
/** A form whose submissions a goal counts. */
export type FormChoice = Answer<typeof formsPath, "get">["forms"][number];
export type PageContent = Answer<typeof pagePath, "get">["document"];
/** The theme of the site with its settings. */
export type CurrentTheme = Answer<typeof designPath, "get">["themes"][number];

export type SiteLanguage = Answer<typeof languagesPath, "get">["languages"][number];

interface ExperimentRef {
  websiteId: string;
  experimentId: string;
}

const tagOf = (experimentId: string) => ({ type: "Experiment", id: experimentId }) as const;
const list = { type: "Experiment", id: "LIST" } as const;
const version = (revision: number) => ({ "If-Match": `"${revision}"` });

const experimentsApi = api.enhanceEndpoints({ addTagTypes: ["Experiment"] }).injectEndpoints({
  endpoints: (build) => ({
    /** The languages into which variants are translated: all but the primary one. */
    listVariantLanguages: build.query<SiteLanguage[], { websiteId: string }>({
      query: ({ websiteId }) => ({ path: languagesPath, headers: { "X-Website-Id": websiteId } }),
      transformResponse: (answer: Answer<typeof languagesPath, "get">) =>
        answer.languages.filter(({ isPrimary }) => !isPrimary),
      providesTags: ["Settings"],
    }),
    listExperiments: build.query<Experiment[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(listPath, ref) }),
      transformResponse: (answer: Answer<typeof listPath, "get">) => answer.experiments,
      providesTags: [list],
    }),
    getExperiment: build.query<Experiment, ExperimentRef>({
      query: (ref) => ({ path: pathTo(onePath, ref) }),
      providesTags: (_, __, { experimentId }) => [tagOf(experimentId)],
    }),
    getExperimentResults: build.query<Results, ExperimentRef>({
      query: (ref) => ({ path: pathTo(resultsPath, ref) }),
    }),
    createExperiment: build.mutation<Experiment, { websiteId: string; change: ExperimentChange }>({
      query: ({ change, ...ref }) => ({ path: pathTo(listPath, ref), method: "POST", body: change }),
      invalidatesTags: (made) => (made ? [list] : []),
    }),
    updateExperiment: build.mutation<Experiment, ExperimentRef & { revision: number; change: ExperimentChange }>({
      query: ({ revision, change, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "PUT",
        body: change,
        headers: version(revision),
      }),
      invalidatesTags: (saved, _, { experimentId }) => (saved ? [list, tagOf(experimentId)] : []),
    }),
    deleteExperiment: build.mutation<null, ExperimentRef>({
      query: (ref) => ({ path: pathTo(onePath, ref), method: "DELETE" }),
      invalidatesTags: (_, error) => (error ? [] : [list]),
    }),
    startExperiment: build.mutation<Experiment, ExperimentRef & { revision: number }>({
      query: ({ revision, ...ref }) => ({ path: pathTo(startPath, ref), method: "POST", headers: version(revision) }),
      invalidatesTags: (started, _, { experimentId }) => (started ? [list, tagOf(experimentId)] : []),
    }),
    endExperiment: build.mutation<Experiment, ExperimentRef & { winner: string | null }>({
      query: ({ winner, ...ref }) => ({ path: pathTo(endPath, ref), method: "POST", body: { winner } }),
      invalidatesTags: (ended, _, { experimentId }) =>
        ended ? [list, tagOf(experimentId), { type: "Page", id: "LIST" }] : [],
    }),
    makeExperimentPreview: build.mutation<Answer<typeof previewPath, "post">, ExperimentRef>({
      query: (ref) => ({ path: pathTo(previewPath, ref), method: "POST" }),
    }),
    listExperimentPages: build.query<PageChoice[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(pagesPath, ref) }),
      transformResponse: (answer: Answer<typeof pagesPath, "get">) =>
        answer.pages.filter(({ kind }) => kind === "page"),
      providesTags: [{ type: "Page", id: "LIST" }],
    }),
    listExperimentForms: build.query<FormChoice[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(formsPath, ref) }),
      transformResponse: (answer: Answer<typeof formsPath, "get">) => answer.forms.filter(({ onAPage }) => onAPage),
      providesTags: [{ type: "Page", id: "LIST" }],
    }),
    getExperimentPage: build.query<PageContent, { websiteId: string; pageId: string }>({
      query: (ref) => ({ path: pathTo(pagePath, ref) }),
      transformResponse: (answer: Answer<typeof pagePath, "get">) => answer.document,
    }),
    getExperimentTheme: build.query<CurrentTheme | null, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(designPath, ref) }),
      transformResponse: ({ published, themes }: Answer<typeof designPath, "get">) =>
        themes.find(({ name }) => name === published.theme) ?? null,
    }),
  }),
});

export const {
  useListVariantLanguagesQuery,
  useListExperimentsQuery,
  useGetExperimentQuery,
  useGetExperimentResultsQuery,
  useCreateExperimentMutation,
  useUpdateExperimentMutation,
  useDeleteExperimentMutation,
  useStartExperimentMutation,
  useEndExperimentMutation,
  useMakeExperimentPreviewMutation,
  useListExperimentPagesQuery,
  useListExperimentFormsQuery,
  useGetExperimentPageQuery,
  useGetExperimentThemeQuery,
} = experimentsApi;
