import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";
import type { PageRef } from "../api";

const commentsPath = "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments";
const onePath = "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments/{commentId}";
const resolvePath = "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments/{commentId}/resolve";

export type ReviewThread = Answer<typeof commentsPath, "get">["threads"][number];
export type ReviewComment = ReviewThread["comments"][number];
export type NewReviewComment = RequestOf<typeof commentsPath, "post">;

type CommentRef = PageRef & { commentId: string };
const ofPage = (_: unknown, __: unknown, { pageId }: PageRef) => [{ type: "ReviewThread" as const, id: pageId }];

export const reviewApi = api.enhanceEndpoints({ addTagTypes: ["ReviewThread"] }).injectEndpoints({
  endpoints: (build) => ({
    listReviewThreads: build.query<ReviewThread[], PageRef>({
      query: (ref) => ({ path: pathTo(commentsPath, ref) }),
      transformResponse: (answer: Answer<typeof commentsPath, "get">) => answer.threads,
      providesTags: ofPage,
    }),
    sayInReview: build.mutation<ReviewThread, PageRef & { comment: NewReviewComment }>({
      query: ({ comment, ...ref }) => ({ path: pathTo(commentsPath, ref), method: "POST", body: comment }),
      invalidatesTags: ofPage,
    }),
    rewordInReview: build.mutation<ReviewThread, CommentRef & { body: string }>({
      query: ({ body, ...ref }) => ({ path: pathTo(onePath, ref), method: "PUT", body: { body } }),
      invalidatesTags: ofPage,
    }),
    deleteInReview: build.mutation<unknown, CommentRef>({
      query: (ref) => ({ path: pathTo(onePath, ref), method: "DELETE" }),
      invalidatesTags: ofPage,
    }),
    resolveReviewThread: build.mutation<ReviewThread, CommentRef & { resolved: boolean }>({
      query: ({ resolved, ...ref }) => ({ path: pathTo(resolvePath, ref), method: "POST", body: { resolved } }),
      invalidatesTags: ofPage,
    }),
  }),
});

export const {
  useListReviewThreadsQuery,
  useSayInReviewMutation,
  useRewordInReviewMutation,
  useDeleteInReviewMutation,
  useResolveReviewThreadMutation,
} = reviewApi;
