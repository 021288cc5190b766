import { useCallback, useEffect, useRef, useState } from "react";
import type { Block, PageDocument } from "@/shared/page-document/document";
import { changedBlocks } from "@/shared/page-document/changed-blocks";
import { loadEngine, type DrawError, type LivePage, type PageEdit } from "@/shared/engine/engine";

/** Source of a page that the engine renders in the browser. */
export interface LiveSource {
  /** The preview data from the server; null if only the server can render this page. */
  load: () => Promise<string | null>;
  /** The server's response to the engine's data queries, as text. */
  answer: (questions: unknown) => Promise<string>;
  /** Whether the page is drawn as the server sent it, whatever is edited. */
  isFixed?: boolean;
}

interface LiveView {
  /**
   * `unavailable` if the page cannot be rendered in the browser: the engine is missing, or only the server can render
   * it. The caller must use another renderer.
   */
  state: "loading" | "live" | "unavailable";
  /** The whole page as HTML when it was last rendered as a whole; null before the first render. */
  html: string | null;
  /** The blocks rendered separately since then, by id. */
  blocks: Record<string, string>;
  errors: DrawError[];
}

/** Queries are batched: milliseconds after the last edit. */
const pause = 150;
const nothing = { html: null, blocks: {}, errors: [] };
const unedited: LiveEdit = {};

async function openPage({ load }: LiveSource): Promise<LivePage | null> {
  const material = await load();
  if (material === null) return null;
  const { page } = JSON.parse(material) as { page: { language: string } };
  const engine = await loadEngine(page.language);
  return engine.openPage(material);
}

/** Differences from the server's data. */
interface LiveEdit extends Omit<PageEdit, "nowMs" | "document" | "block"> {
  document?: PageDocument;
}

/** The last render and its input. */
interface Drawing {
  page: LivePage;
  edit: LiveEdit;
  lessons: number;
}

/** The only block in which two edits differ; null if anything else differs, too. */
function changedBlock(before: Drawing["edit"], after: Drawing["edit"]): Block | null {
  if (before.files !== after.files || before.properties !== after.properties) return null;
  if (before.document === undefined || after.document === undefined) return null;
  const changes = changedBlocks(before.document, after.document);
  return changes?.length === 1 ? (changes[0] ?? null) : null;
}

/**
 * A page rendered in the browser after each edit, without a request to the server. The current page stays while one of
 * another source is loading, and if that fails.
 */
export function useLivePage(source: LiveSource, wantedEdit: LiveEdit): LiveView {
  const [page, setPage] = useState<LivePage | null>(null);
  const [isFixed, setFixed] = useState(false);
  const [isAvailable, setAvailable] = useState(true);
  const edit = isFixed ? unedited : wantedEdit;
  const [view, setView] = useState<Omit<LiveView, "state">>(nothing);
  const [lessons, setLessons] = useState(0);
  const asked = useRef("");
  const drawn = useRef<Drawing | null>(null);

  useEffect(() => {
    let wanted = true;
    openPage(source).then(
      (opened) => {
        if (!wanted) {
          opened?.close();
          return;
        }
        asked.current = "";
        setPage(opened);
        setFixed(source.isFixed === true);
        setAvailable(opened !== null);
      },
      () => {
        if (wanted) setAvailable(false);
      },
    );
    return () => {
      wanted = false;
    };
  }, [source]);

  useEffect(() => () => page?.close(), [page]);

  const learn = useCallback(
    async (from: LivePage, questions: unknown, isLate: () => boolean) => {
      const answers = await source.answer(questions);
      if (isLate()) return;
      from.learn(answers);
      setLessons((count) => count + 1);
    },
    [source],
  );

  useEffect(() => {
    if (page === null) return undefined;
    let late = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      const before = drawn.current;
      drawn.current = { page, edit, lessons };
      const block =
        before !== null && before.page === page && before.lessons === lessons ? changedBlock(before.edit, edit) : null;
      const drawnAlone = block === null ? null : page.draw({ block, nowMs: Date.now() });
      const alone = drawnAlone?.incomplete === false ? drawnAlone : null;
      const { html, errors, questions } = alone ?? page.draw({ ...edit, nowMs: Date.now() });
      if (alone === null || block === null) setView({ html, blocks: {}, errors });
      else {
        setView((last) => ({
          html: last.html,
          blocks: { ...last.blocks, [block.id]: html },
          errors: [...last.errors.filter(({ blockId }) => blockId !== block.id), ...errors],
        }));
      }
      const text = JSON.stringify(questions);
      // Queries left unanswered stay unanswered until the page changes.
      if (questions === null || text === asked.current) return;
      timer = setTimeout(() => {
        asked.current = text;
        learn(page, questions, () => late).catch(() => {
          asked.current = "";
        });
      }, pause);
    });
    return () => {
      late = true;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [page, edit, lessons, learn]);

  const state = page !== null ? "live" : isAvailable ? "loading" : "unavailable";
  return { state, ...view };
}
