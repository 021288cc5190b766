import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const path = "/api/v1/websites/{websiteId}/pages/{pageId}/discussion";

interface PageRef {
  websiteId: string;
  pageId: string;
}

type Discussion = Answer<typeof path, "get">;

const discussionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDiscussion: build.query<Discussion, PageRef>({
      query: (ref) => ({ path: pathTo(path, ref) }),
      providesTags: (_, __, { pageId }) => [{ type: "Comment", id: pageId }],
    }),
    saveDiscussion: build.mutation<Discussion, PageRef & { closed: boolean }>({
      query: ({ closed, ...ref }) => ({ path: pathTo(path, ref), method: "PUT", body: { closed } }),
      invalidatesTags: (_, error, { pageId }) => (error ? [] : [{ type: "Comment", id: pageId }]),
    }),
  }),
});

export const { useGetDiscussionQuery, useSaveDiscussionMutation } = discussionApi;
