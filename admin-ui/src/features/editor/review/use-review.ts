import { useMemo } from "react";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useOpenPage } from "../hooks/use-open-page";
import { useListReviewThreadsQuery, type ReviewThread } from "./api";

const none: ReviewThread[] = [];

export interface Review {
  threads: ReviewThread[];
  /** Unresolved threads. */
  open: ReviewThread[];
  /** Number of open threads per block. */
  marks: Map<string, number>;
  isLoading: boolean;
  error: ReturnType<typeof useListReviewThreadsQuery>["error"];
  refetch: () => void;
}

/** Review comments on the page, refetched when the session reports changes; empty without the permission. */
export function useReview(): Review {
  const website = useWebsite();
  const pageId = useOpenPage(({ pageId }) => pageId);
  const mayRead = usePermission("review-comments", "read");
  const ref = { websiteId: website.id, pageId };
  const {
    data: threads = none,
    isLoading,
    error,
    refetch,
  } = useListReviewThreadsQuery(ref, {
    skip: !mayRead,
    refetchOnMountOrArgChange: true,
  });
  return useMemo(() => {
    const open = threads.filter(({ resolvedOn }) => resolvedOn == null);
    const marks = new Map<string, number>();
    for (const { blockId } of open) if (blockId != null) marks.set(blockId, (marks.get(blockId) ?? 0) + 1);
    return { threads, open, marks, isLoading, error, refetch: () => void refetch() };
  }, [threads, isLoading, error, refetch]);
}
