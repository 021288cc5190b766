import { useCallback, useMemo } from "react";
import { useLiveAnswer, type Asking } from "@/shared/hooks/use-live-answer";
import { useAnswerQuestionsMutation } from "@/shared/live-page/api";
import { useLivePage, type LiveSource } from "@/shared/live-page/use-live-page";
import { useWebsite } from "@/shared/session/hooks";
import { useLoadTemplateMaterialMutation, usePreviewTemplatesMutation } from "../api";
import type { ServerFindings } from "./use-problems";

export interface TemplatePreviewState extends Asking {
  /** The whole page as HTML; null before it was drawn. */
  html: string | null;
  /** What is wrong, and the text of the open file it is about; null before the first answer. */
  findings: ServerFindings | null;
}

const pause = 400;

/** What the page is drawn from, with the drafts as they were when the file was opened. */
function useSource(path: string, address: string): LiveSource {
  const website = useWebsite();
  const [loadMaterial] = useLoadTemplateMaterialMutation();
  const [answerQuestions] = useAnswerQuestionsMutation();
  return useMemo(
    () => ({
      path,
      load: () => loadMaterial({ websiteId: website.id, address }).unwrap(),
      answer: (questions) => answerQuestions({ websiteId: website.id, questions }).unwrap(),
    }),
    [loadMaterial, answerQuestions, website.id, path, address],
  );
}

/** A page drawn with the drafts: here with each change, or by the server a moment after it. It also says what is wrong. */
export function useTemplatePreview(path: string, text: string, unsaved: boolean, address: string): TemplatePreviewState {
  const website = useWebsite();
  const source = useSource(path, address);
  const edit = useMemo(() => ({ files: { [path]: text } }), [path, text]);
  const live = useLivePage(source, edit);
  const [draw] = usePreviewTemplatesMutation();
  const ask = useCallback(async () => {
    const files = unsaved ? { [path]: text } : {};
    const { html, problems } = await draw({ websiteId: website.id, address, files }).unwrap();
    return { html, findings: { text, problems } };
  }, [draw, website.id, path, text, unsaved, address]);
  const { answer, ...asking } = useLiveAnswer(ask, pause);
  const html = live.state === "live" ? live.html : (answer?.html ?? null);
  return { html, findings: answer?.findings ?? null, ...asking };
}
