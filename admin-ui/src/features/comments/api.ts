import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/comments";
const statesPath = "/api/v1/websites/{websiteId}/comments/states";
const onePath = "/api/v1/websites/{websiteId}/comments/{commentId}";
const repliesPath = "/api/v1/websites/{websiteId}/comments/{commentId}/replies";

type CommentPage = Answer<typeof listPath, "get">;
export type Comment = CommentPage["comments"][number];
type CommentCounts = CommentPage["counts"];
export type CommentState = Comment["state"];

/** Filters of the list; neither set means all comments. */
export interface CommentFilters {
  state?: CommentState;
  flagged?: boolean;
  q?: string;
}

interface SiteRef {
  websiteId: string;
}

interface CommentRef extends SiteRef {
  commentId: string;
}

const list = { type: "Comment", id: "LIST" } as const;

const commentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listComments: build.infiniteQuery<CommentPage, SiteRef & { filters: CommentFilters }, string | null>({
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
    /** Number of comments per state. */
    countComments: build.query<CommentCounts, SiteRef>({
      query: (ref) => ({ path: pathTo(listPath, ref), query: { limit: 1 } }),
      transformResponse: (answer: CommentPage) => answer.counts,
      providesTags: [list],
    }),
    changeCommentStates: build.mutation<unknown, SiteRef & { change: RequestOf<typeof statesPath, "post"> }>({
      query: ({ change, ...ref }) => ({ path: pathTo(statesPath, ref), method: "POST", body: change }),
      invalidatesTags: (_, error) => (error ? [] : [list]),
    }),
    rewordComment: build.mutation<unknown, CommentRef & { text: string }>({
      query: ({ text, ...ref }) => ({ path: pathTo(onePath, ref), method: "PUT", body: { text } }),
      invalidatesTags: (_, error) => (error ? [] : [list]),
    }),
    replyToComment: build.mutation<unknown, CommentRef & { text: string }>({
      query: ({ text, ...ref }) => ({ path: pathTo(repliesPath, ref), method: "POST", body: { text } }),
      invalidatesTags: (_, error) => (error ? [] : [list]),
    }),
    deleteComment: build.mutation<null, CommentRef>({
      query: (ref) => ({ path: pathTo(onePath, ref), method: "DELETE" }),
      invalidatesTags: (_, error) => (error ? [] : [list]),
    }),
  }),
});

export const {
  useListCommentsInfiniteQuery,
  useCountCommentsQuery,
  useChangeCommentStatesMutation,
  useRewordCommentMutation,
  useReplyToCommentMutation,
  useDeleteCommentMutation,
} = commentsApi;
