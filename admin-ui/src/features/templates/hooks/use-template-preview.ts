import { useCallback } from "react";
import { useLiveAnswer, type Asking } from "@/shared/hooks/use-live-answer";
import { useWebsite } from "@/shared/session/hooks";
import { usePreviewTemplatesMutation } from "../api";
import type { ServerFindings } from "./use-problems";

export interface TemplatePreviewState extends Asking {
  /** The whole page as HTML; null before the first answer. */
  html: string | null;
  /** What is wrong, and the text of the open file it is about; null before the first answer. */
  findings: ServerFindings | null;
}

const pause = 400;

/** A page as the server draws it with the drafts, a moment after each change. */
export function useTemplatePreview(path: string, text: string, unsaved: boolean, address: string): TemplatePreviewState {
  const website = useWebsite();
  const [draw] = usePreviewTemplatesMutation();
  const ask = useCallback(async () => {
    const files = unsaved ? { [path]: text } : {};
    const { html, problems } = await draw({ websiteId: website.id, address, files }).unwrap();
    return { html, findings: { text, problems } };
  }, [draw, website.id, path, text, unsaved, address]);
  const { answer, ...asking } = useLiveAnswer(ask, pause);
  return { html: answer?.html ?? null, findings: answer?.findings ?? null, ...asking };
}
