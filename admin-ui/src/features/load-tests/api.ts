import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const testsPath = "/api/v1/websites/{websiteId}/load-tests";
const keyPath = "/api/v1/websites/{websiteId}/load-tests/key";
const runsPath = "/api/v1/websites/{websiteId}/load-tests/runs";
const runPath = "/api/v1/websites/{websiteId}/load-tests/runs/{runId}";

export type LoadTests = Answer<typeof testsPath, "get">;
export type LoadTestPermission = RequestOf<typeof testsPath, "put">;
export type LoadRun = Answer<typeof runsPath, "get">["runs"][number];
export type LoadRunCounts = LoadRun["made"];

const tests = { type: "LoadTests", id: "PERMISSION" } as const;
const runs = { type: "LoadTests", id: "RUNS" } as const;

const loadTestsApi = api.enhanceEndpoints({ addTagTypes: ["LoadTests"] }).injectEndpoints({
  endpoints: (build) => ({
    getLoadTests: build.query<LoadTests, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(testsPath, ref) }),
      providesTags: [tests],
    }),
    saveLoadTests: build.mutation<LoadTests, { websiteId: string; revision: number; permission: LoadTestPermission }>({
      query: ({ revision, permission, ...ref }) => ({
        path: pathTo(testsPath, ref),
        method: "PUT",
        body: permission,
        headers: { "If-Match": `"${revision}"` },
      }),
      // Also after a refusal: someone else may have changed it.
      invalidatesTags: [tests, runs],
    }),
    makeLoadTestKey: build.mutation<Answer<typeof keyPath, "post">, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(keyPath, ref), method: "POST" }),
      invalidatesTags: (made) => (made ? [tests] : []),
    }),
    listLoadRuns: build.query<LoadRun[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(runsPath, ref) }),
      transformResponse: (answer: Answer<typeof runsPath, "get">) => answer.runs,
      providesTags: [runs],
    }),
    removeLoadRun: build.mutation<Answer<typeof runPath, "delete">, { websiteId: string; runId: string }>({
      query: (ref) => ({ path: pathTo(runPath, ref), method: "DELETE" }),
      invalidatesTags: (removed) => (removed ? [runs] : []),
    }),
  }),
});

export const {
  useGetLoadTestsQuery,
  useSaveLoadTestsMutation,
  useMakeLoadTestKeyMutation,
  useListLoadRunsQuery,
  useRemoveLoadRunMutation,
} = loadTestsApi;
