import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const path = "/api/v1/websites/{websiteId}/copies";

export type SiteCopy = Answer<typeof path, "get">["copies"][number];
export type NewCopy = RequestOf<typeof path, "post">;

const copies = { type: "Settings", id: "COPIES" } as const;

const copiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCopies: build.query<SiteCopy[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(path, ref) }),
      transformResponse: (answer: Answer<typeof path, "get">) => answer.copies,
      providesTags: [copies],
    }),
    makeCopy: build.mutation<SiteCopy, { websiteId: string; copy: NewCopy }>({
      query: ({ copy, ...ref }) => ({ path: pathTo(path, ref), method: "POST", body: copy }),
      invalidatesTags: (made) => (made ? [copies] : []),
    }),
  }),
});

export const { useListCopiesQuery, useMakeCopyMutation } = copiesApi;
