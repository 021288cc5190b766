import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/product-reviews";
const statesPath = "/api/v1/websites/{websiteId}/product-reviews/states";
const replyPath = "/api/v1/websites/{websiteId}/product-reviews/{reviewId}/reply";

type ReviewPage = Answer<typeof listPath, "get">;
export type ProductReview = ReviewPage["reviews"][number];
export type ReviewState = ProductReview["state"];

/** Filters of the list; neither set means all reviews. */
export interface ReviewFilters {
  state?: ReviewState;
  q?: string;
}

interface SiteRef {
  websiteId: string;
}

const list = { type: "ProductReview", id: "LIST" } as const;

const reviewsApi = api.enhanceEndpoints({ addTagTypes: ["ProductReview"] }).injectEndpoints({
  endpoints: (build) => ({
    listProductReviews: build.infiniteQuery<ReviewPage, SiteRef & { filters: ReviewFilters }, string | null>({
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
    changeReviewStates: build.mutation<unknown, SiteRef & { change: RequestOf<typeof statesPath, "post"> }>({
      query: ({ change, ...ref }) => ({ path: pathTo(statesPath, ref), method: "POST", body: change }),
      invalidatesTags: (_, error) => (error ? [] : [list]),
    }),
    replyToReview: build.mutation<unknown, SiteRef & { reviewId: string; text: string }>({
      query: ({ text, ...ref }) => ({ path: pathTo(replyPath, ref), method: "PUT", body: { text } }),
      invalidatesTags: (_, error) => (error ? [] : [list]),
    }),
  }),
});

export const { useListProductReviewsInfiniteQuery, useChangeReviewStatesMutation, useReplyToReviewMutation } =
  reviewsApi;
