import { useMemo } from "react";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { useOpen } from "../hooks/use-open-page";
import { useListReviewThreadsQuery, type ReviewThread } from "./api";

const none: ReviewThread[] = [];

export interface Review {
  threads: ReviewThread[];
  /** Those that are not settled. */
  open: ReviewThread[];
  /** How many of these are about each block. */
  marks: Map<string, number>;
  isLoading: boolean;
  error: ReturnType<typeof useListReviewThreadsQuery>["error"];
  refetch: () => void;
}

/** What is said about the page, read anew when the session hears of more; nothing for those who may not read it. */
export function useReview(): Review {
  const website = useWebsite();
  const pageId = useOpen(({ pageId }) => pageId);
  const mayRead = useMay("review-comments", "read");
  const ref = { websiteId: website.id, pageId };
  const { data: threads = none, isLoading, error, refetch } = useListReviewThreadsQuery(ref, {
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
