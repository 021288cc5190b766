import { useCallback, useMemo } from "react";
import type { DrawError } from "@/shared/engine/engine";
import { useLiveQuery, type QueryState } from "@/shared/hooks/use-live-query";
import { useAnswerQuestionsMutation } from "@/shared/live-page/api";
import { useLivePage, type LiveSource } from "@/shared/live-page/use-live-page";
import type { PageDocument } from "@/shared/page-document/document";
import { useWebsite } from "@/shared/session/hooks";
import { useLoadPageMaterialMutation, usePreviewPageMutation, type Page, type TemplateError } from "../api";
import { useLanguageView } from "./use-languages";
import { useSession } from "./use-session";

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

/**
 * The preview data of the page, reloaded when something outside the document was saved. In a language, the server lays
 * the translations over the saved draft, and sends it again after each change.
 */
function useSource(page: Page, document: PageDocument, language: string | null): LiveSource {
  const website = useWebsite();
  const session = useSession();
  const shown = language === null ? null : document;
  const [loadMaterial] = useLoadPageMaterialMutation();
  const [answerQuestions] = useAnswerQuestionsMutation();
  const names = [page.title, page.navigationTitle, page.seoTitle, page.seoDescription].join("\n");
  return useMemo(
    () => ({
      names,
      isFixed: shown !== null,
      load: async () => {
        if (shown !== null) await session.flush();
        return loadMaterial({ websiteId: website.id, pageId: page.id, language }).unwrap();
      },
      answer: (questions) => answerQuestions({ websiteId: website.id, questions }).unwrap(),
    }),
    [loadMaterial, answerQuestions, session, website.id, page.id, names, language, shown],
  );
}

/**
 * The page as it would be published, in a language or with the blocks of all: rendered in the browser on each change, or
 * by the server after a delay.
 */
export function usePreview(page: Page, document: PageDocument): LivePreview {
  const website = useWebsite();
  const { language } = useLanguageView();
  const source = useSource(page, document, language);
  const edit = useMemo(() => ({ document }), [document]);
  const live = useLivePage(source, edit);
  const [draw] = usePreviewPageMutation();
  // Only server rendering needs a new request on each keystroke.
  const drawnThere = live.state === "unavailable" ? document : null;
  const pageId = page.id;
  const ask = useCallback(
    async () =>
      drawnThere === null ? null : draw({ websiteId: website.id, pageId, document: drawnThere, language }).unwrap(),
    [draw, website.id, pageId, drawnThere, language],
  );
  const { answer, ...asking } = useLiveQuery(ask, drawnThere === null ? 0 : pause);
  const errors = useMemo(() => (live.errors.length === 0 ? noErrors : live.errors.map(toTemplateError)), [live.errors]);
  if (live.state === "live") {
    return { ...asking, html: live.html, blocks: live.blocks, errors, failure: null, busy: live.html === null };
  }
  const busy = asking.busy || live.state === "loading";
  return { ...asking, html: answer?.html ?? null, blocks: noBlocks, errors: answer?.errors ?? noErrors, busy };
}
