import { api } from "@/shared/api/base-api";
import type { Answer, RequestOf } from "@/shared/api/types";

const path = "/api/site-header-footer";

export type HeaderFooter = Answer<typeof path, "get">;
export type HeaderFooterChange = RequestOf<typeof path, "put">;

const headerFooterApi = api.injectEndpoints({
  endpoints: (build) => ({
    getHeaderFooter: build.query<HeaderFooter, { websiteId: string }>({
      query: ({ websiteId }) => ({ path, headers: { "X-Website-Id": websiteId } }),
      providesTags: [{ type: "HeaderFooter", id: "SITE" }],
    }),
    saveHeaderFooter: build.mutation<HeaderFooter, { websiteId: string; revision: number; arranged: HeaderFooterChange }>({
      query: ({ websiteId, revision, arranged }) => ({
        path,
        method: "PUT",
        body: arranged,
        headers: { "X-Website-Id": websiteId, "If-Match": `"${revision}"` },
      }),
      async onQueryStarted({ websiteId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) void dispatch(headerFooterApi.util.upsertQueryData("getHeaderFooter", { websiteId }, saved.data));
      },
    }),
  }),
});

export const { useGetHeaderFooterQuery, useSaveHeaderFooterMutation } = headerFooterApi;
