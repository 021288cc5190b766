import { useCallback, useMemo } from "react";
import { useLiveQuery, type QueryState } from "@/shared/hooks/use-live-query";
import { useAnswerQuestionsMutation } from "@/shared/live-page/api";
import { useLivePage, type LiveSource } from "@/shared/live-page/use-live-page";
import { useWebsite } from "@/shared/session/hooks";
import { useLoadTemplateMaterialMutation, usePreviewTemplatesMutation } from "../api";
import type { ServerFindings } from "./use-problems";

interface TemplatePreviewState extends QueryState {
  /** The whole page as HTML; null before the first render. */
  html: string | null;
  /** Problems, and the text of the open file they refer to; null before the first response. */
  findings: ServerFindings | null;
}

const pause = 400;

/** The preview data, with the drafts at the time the file was opened. */
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

/**
 * A page rendered with the drafts: in the browser on each change, or by the server after a delay. Also returns
 * problems.
 */
export function useTemplatePreview(
  path: string,
  text: string,
  unsaved: boolean,
  address: string,
): TemplatePreviewState {
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
  const { answer, ...asking } = useLiveQuery(ask, pause);
  const html = live.state === "live" ? live.html : (answer?.html ?? null);
  return { html, findings: answer?.findings ?? null, ...asking };
}
