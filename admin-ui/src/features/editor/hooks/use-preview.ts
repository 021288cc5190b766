import { useCallback } from "react";
import { useLiveAnswer, type Asking } from "@/shared/hooks/use-live-answer";
import { useWebsite } from "@/shared/session/hooks";
import { usePreviewPageMutation, type TemplateError } from "../api";
import type { PageDocument } from "@/shared/page-document/document";

export interface LivePreview extends Asking {
  /** The whole page as HTML; null before the first answer. */
  html: string | null;
  errors: TemplateError[];
}

const pause = 200;

/** The page as the server draws it, a moment after each change. */
export function usePreview(pageId: string, document: PageDocument): LivePreview {
  const website = useWebsite();
  const [draw] = usePreviewPageMutation();
  const ask = useCallback(
    () => draw({ websiteId: website.id, pageId, document }).unwrap(),
    [draw, website.id, pageId, document],
  );
  const { answer, ...asking } = useLiveAnswer(ask, pause);
  return { html: answer?.html ?? null, errors: answer?.errors ?? [], ...asking };
}
