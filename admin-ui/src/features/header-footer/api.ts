import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const draftPath = "/api/v1/websites/{websiteId}/header-footer/draft";
const stepPath = "/api/v1/websites/{websiteId}/header-footer/draft/step";
const publishPath = "/api/v1/websites/{websiteId}/header-footer/publish";
const discardPath = "/api/v1/websites/{websiteId}/header-footer/discard";
const versionsPath = "/api/v1/websites/{websiteId}/header-footer/versions";
const restorePath = "/api/v1/websites/{websiteId}/header-footer/versions/{number}/restore";
const materialPath = "/api/v1/websites/{websiteId}/header-footer/material";

export type HeaderFooter = Answer<typeof draftPath, "get">;
export type HeaderFooterChange = RequestOf<typeof draftPath, "put">;
export type Version = Answer<typeof versionsPath, "get">["versions"][number];
export type Way = RequestOf<typeof stepPath, "post">["way"];

interface Site {
  websiteId: string;
}

/** The change, and the revision it is based on. */
interface Change extends Site {
  revision: number;
}

const headerFooterApi = api.enhanceEndpoints({ addTagTypes: ["HeaderFooter"] }).injectEndpoints({
  endpoints: (build) => ({
    getHeaderFooter: build.query<HeaderFooter, Site>({
      query: (ref) => ({ path: pathTo(draftPath, ref) }),
      providesTags: [{ type: "HeaderFooter", id: "DRAFT" }],
    }),
    saveHeaderFooter: build.mutation<HeaderFooter, Change & { arranged: HeaderFooterChange }>({
      query: ({ revision, arranged, ...ref }) => ({
        path: pathTo(draftPath, ref),
        method: "PUT",
        body: arranged,
        headers: { "If-Match": `"${revision}"` },
      }),
      invalidatesTags: [{ type: "HeaderFooter", id: "VERSIONS" }],
    }),
    stepHeaderFooter: build.mutation<HeaderFooter, Change & { way: Way }>({
      query: ({ revision, way, ...ref }) => ({ path: pathTo(stepPath, ref), method: "POST", body: { revision, way } }),
      invalidatesTags: [{ type: "HeaderFooter", id: "VERSIONS" }],
    }),
    publishHeaderFooter: build.mutation<HeaderFooter, Change>({
      query: ({ revision, ...ref }) => ({ path: pathTo(publishPath, ref), method: "POST", body: { revision } }),
      invalidatesTags: [{ type: "HeaderFooter", id: "VERSIONS" }],
    }),
    discardHeaderFooter: build.mutation<HeaderFooter, Change>({
      query: ({ revision, ...ref }) => ({ path: pathTo(discardPath, ref), method: "POST", body: { revision } }),
      invalidatesTags: [{ type: "HeaderFooter", id: "VERSIONS" }],
    }),
    listHeaderFooterVersions: build.query<Version[], Site>({
      query: (ref) => ({ path: pathTo(versionsPath, ref) }),
      transformResponse: (answer: Answer<typeof versionsPath, "get">) => answer.versions,
      providesTags: [{ type: "HeaderFooter", id: "VERSIONS" }],
    }),
    restoreHeaderFooter: build.mutation<HeaderFooter, Change & { number: number }>({
      query: ({ revision, number, ...ref }) => ({
        path: pathTo(restorePath, { ...ref, number: String(number) }),
        method: "POST",
        body: { revision },
      }),
      invalidatesTags: [{ type: "HeaderFooter", id: "VERSIONS" }],
    }),
    // A mutation, so that RTK Query does not cache it; the browser cache revalidates by ETag.
    loadHeaderFooterMaterial: build.mutation<string | null, Site & { address: string; version: number | null }>({
      query: ({ address, version, ...ref }) => ({
        path: pathTo(materialPath, ref),
        query: version === null ? { address } : { address, version: String(version) },
        as: "text",
      }),
    }),
  }),
});

export const {
  useGetHeaderFooterQuery,
  useSaveHeaderFooterMutation,
  useStepHeaderFooterMutation,
  usePublishHeaderFooterMutation,
  useDiscardHeaderFooterMutation,
  useListHeaderFooterVersionsQuery,
  useRestoreHeaderFooterMutation,
  useLoadHeaderFooterMaterialMutation,
} = headerFooterApi;
