import type { components } from "@stoa/api/schema";
import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const formsPath = "/api/v1/websites/{websiteId}/forms";
const listPath = "/api/v1/websites/{websiteId}/forms/{formId}/submissions";
const exportPath = "/api/v1/websites/{websiteId}/forms/{formId}/submissions.csv";
const onePath = "/api/v1/websites/{websiteId}/forms/{formId}/submissions/{submissionId}";

type SubmissionPage = Answer<typeof listPath, "get">;
export type SiteForm = Answer<typeof formsPath, "get">["forms"][number];
export type Submission = SubmissionPage["submissions"][number];
export type SubmissionChange = RequestOf<typeof onePath, "patch">;

/** Filters of the list of submissions. */
export interface SubmissionFilters {
  folder: components["schemas"]["SubmissionFolder"];
  q?: string;
  starred?: boolean;
}

interface FormRef {
  websiteId: string;
  formId: string;
}

export interface SubmissionRef extends FormRef {
  submissionId: string;
}

const filesPath = "/api/v1/websites/{websiteId}/forms/{formId}/submissions/{submissionId}/files";
const filePath = "/api/v1/websites/{websiteId}/forms/{formId}/submissions/{submissionId}/files/{fileId}";

export type SubmissionFile = Answer<typeof filesPath, "get">["files"][number];

const list = { type: "Submission", id: "LIST" } as const;

const formsApi = api.enhanceEndpoints({ addTagTypes: ["Submission"] }).injectEndpoints({
  endpoints: (build) => ({
    listForms: build.query<SiteForm[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(formsPath, ref) }),
      transformResponse: (answer: Answer<typeof formsPath, "get">) => answer.forms,
      providesTags: [{ type: "Page", id: "LIST" }, list],
    }),
    listSubmissions: build.infiniteQuery<SubmissionPage, FormRef & { filters: SubmissionFilters }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg: { filters, ...ref }, pageParam }) => ({
        path: pathTo(listPath, ref),
        query: { ...filters, cursor: pageParam },
      }),
      providesTags: [list],
    }),
    getSubmission: build.query<Submission, SubmissionRef>({
      query: (ref) => ({ path: pathTo(onePath, ref) }),
      providesTags: (_, __, { submissionId }) => [{ type: "Submission", id: submissionId }],
    }),
    changeSubmission: build.mutation<Submission, SubmissionRef & { change: SubmissionChange }>({
      query: ({ change, ...ref }) => ({ path: pathTo(onePath, ref), method: "PATCH", body: change }),
      invalidatesTags: (saved) => (saved ? [list, { type: "Submission", id: saved.id }] : []),
    }),
    deleteSubmission: build.mutation<null, SubmissionRef>({
      query: (ref) => ({ path: pathTo(onePath, ref), method: "DELETE" }),
      invalidatesTags: (_, error) => (error ? [] : [list]),
    }),
    listSubmissionFiles: build.query<SubmissionFile[], SubmissionRef>({
      query: (ref) => ({ path: pathTo(filesPath, ref) }),
      transformResponse: (answer: Answer<typeof filesPath, "get">) => answer.files,
    }),
    /** Returns an object URL of the file, to be revoked after saving. */
    fetchSubmissionFile: build.mutation<string, SubmissionRef & { fileId: string }>({
      query: (ref) => ({ path: pathTo(filePath, ref), as: "file" }),
    }),
    /** CSV text. */
    exportSubmissions: build.mutation<string, FormRef & { filters: SubmissionFilters }>({
      query: ({ filters, ...ref }) => ({ path: pathTo(exportPath, ref), query: { ...filters }, as: "text" }),
    }),
  }),
});

export const {
  useListFormsQuery,
  useListSubmissionsInfiniteQuery,
  useGetSubmissionQuery,
  useChangeSubmissionMutation,
  useDeleteSubmissionMutation,
  useListSubmissionFilesQuery,
  useFetchSubmissionFileMutation,
  useExportSubmissionsMutation,
} = formsApi;
