import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const testsPath = "/api/v1/websites/{websiteId}/load-tests";
const keyPath = "/api/v1/websites/{websiteId}/load-tests/key";
const runsPath = "/api/v1/websites/{websiteId}/load-tests/runs";
const runPath = "/api/v1/websites/{websiteId}/load-tests/runs/{runId}";

export type LoadTests = Answer<typeof testsPath, "get">;
export type LoadTestPermission = RequestOf<typeof testsPath, "put">;
type LoadRunPage = Answer<typeof runsPath, "get">;
export type LoadRun = LoadRunPage["runs"][number];
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
    listLoadRuns: build.infiniteQuery<LoadRunPage, { websiteId: string }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg, pageParam }) => ({
        path: pathTo(runsPath, queryArg),
        query: { cursor: pageParam, limit: 25 },
      }),
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
  useListLoadRunsInfiniteQuery,
  useRemoveLoadRunMutation,
} = loadTestsApi;
