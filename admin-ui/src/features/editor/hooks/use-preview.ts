import { useCallback, useMemo } from "react";
import type { DrawError } from "@/shared/engine/engine";
import { useLiveQuery, type QueryState } from "@/shared/hooks/use-live-query";
import { useAnswerQuestionsMutation } from "@/shared/live-page/api";
import { useLivePage, type LiveSource } from "@/shared/live-page/use-live-page";
import type { PageDocument } from "@/shared/page-document/document";
import { useWebsite } from "@/shared/session/hooks";
import { useLoadPageMaterialMutation, usePreviewPageMutation, type Page, type TemplateError } from "../api";

export interface LivePreview extends QueryState {
  /** The whole page as HTML; null before the first render. */
  html: string | null;
  /** Blocks rendered separately after it, by id. */
  blocks: Record<string, string>;
  errors: TemplateError[];
}

const pause = 200;
const noBlocks = {};
const noErrors: TemplateError[] = [];

function toTemplateError({ blockId, template, message, line, column }: DrawError): TemplateError {
  return { blockId, message: template === null ? message : `${template}: ${message}`, line, column };
}

/** The preview data of the page, reloaded when something outside the document was saved. */
function useSource(page: Page): LiveSource {
  const website = useWebsite();
  const [loadMaterial] = useLoadPageMaterialMutation();
  const [answerQuestions] = useAnswerQuestionsMutation();
  const names = [page.title, page.navigationTitle, page.seoTitle, page.seoDescription].join("\n");
  return useMemo(
    () => ({
      names,
      load: () => loadMaterial({ websiteId: website.id, pageId: page.id }).unwrap(),
      answer: (questions) => answerQuestions({ websiteId: website.id, questions }).unwrap(),
    }),
    [loadMaterial, answerQuestions, website.id, page.id, names],
  );
}

/** The page as it would be published: rendered in the browser on each change, or by the server after a delay. */
export function usePreview(page: Page, document: PageDocument): LivePreview {
  const website = useWebsite();
  const source = useSource(page);
  const edit = useMemo(() => ({ document }), [document]);
  const live = useLivePage(source, edit);
  const [draw] = usePreviewPageMutation();
  // Only server rendering needs a new request on each keystroke.
  const drawnThere = live.state === "unavailable" ? document : null;
  const pageId = page.id;
  const ask = useCallback(
    async () => (drawnThere === null ? null : draw({ websiteId: website.id, pageId, document: drawnThere }).unwrap()),
    [draw, website.id, pageId, drawnThere],
  );
  const { answer, ...asking } = useLiveQuery(ask, drawnThere === null ? 0 : pause);
  const errors = useMemo(() => (live.errors.length === 0 ? noErrors : live.errors.map(toTemplateError)), [live.errors]);
  if (live.state === "live") {
    return { ...asking, html: live.html, blocks: live.blocks, errors, failure: null, busy: live.html === null };
  }
  const busy = asking.busy || live.state === "loading";
  return { ...asking, html: answer?.html ?? null, blocks: noBlocks, errors: answer?.errors ?? noErrors, busy };
}
