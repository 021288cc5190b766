import { useEffect, useRef, useState } from "react";
import { useWebsite } from "@/shared/session/hooks";
import { usePreviewPageMutation, type TemplateError } from "../api";
import type { PageDocument } from "@/shared/page-document/document";

export interface LivePreview {
  /** The whole page as HTML; null before the first answer. */
  html: string | null;
  errors: TemplateError[];
  failure: unknown;
  busy: boolean;
  retry: () => void;
}

const pause = 200;

/** The page as the server draws it, a moment after each change; late answers are dropped. */
export function usePreview(pageId: string, document: PageDocument): LivePreview {
  const website = useWebsite();
  const [draw] = usePreviewPageMutation();
  const [shown, setShown] = useState<{ html: string | null; errors: TemplateError[] }>({ html: null, errors: [] });
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const newest = useRef(0);
  useEffect(() => {
    const turn = ++newest.current;
    const ask = async () => {
      setBusy(true);
      const outcome = await draw({ websiteId: website.id, pageId, document });
      if (turn !== newest.current) return;
      setBusy(false);
      if (outcome.data) setShown(outcome.data);
      setFailure(outcome.data ? null : outcome.error);
    };
    const timer = setTimeout(() => void ask(), turn === 1 ? 0 : pause);
    return () => clearTimeout(timer);
  }, [draw, website.id, pageId, document, attempt]);
  return { ...shown, failure, busy, retry: () => setAttempt((count) => count + 1) };
}
