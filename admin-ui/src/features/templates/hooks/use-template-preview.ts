import { useEffect, useRef, useState } from "react";
import { useWebsite } from "@/shared/session/hooks";
import { usePreviewTemplatesMutation, type FileProblem } from "../api";

export interface TemplatePreviewState {
  /** The whole page as HTML; null before the first answer. */
  html: string | null;
  /** What is wrong, and the text of the open file it is about; null before the first answer. */
  findings: { text: string; problems: FileProblem[] } | null;
  failure: unknown;
  busy: boolean;
  retry: () => void;
}

const pause = 400;

/** A page as the server draws it with the drafts, a moment after each change; late answers are dropped. */
export function useTemplatePreview(path: string, text: string, unsaved: boolean, address: string): TemplatePreviewState {
  const website = useWebsite();
  const [draw] = usePreviewTemplatesMutation();
  const [shown, setShown] = useState<Pick<TemplatePreviewState, "html" | "findings">>({ html: null, findings: null });
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const newest = useRef(0);
  useEffect(() => {
    const turn = ++newest.current;
    const ask = async () => {
      setBusy(true);
      const outcome = await draw({ websiteId: website.id, address, files: unsaved ? { [path]: text } : {} });
      if (turn !== newest.current) return;
      setBusy(false);
      if (outcome.data) setShown({ html: outcome.data.html, findings: { text, problems: outcome.data.problems } });
      setFailure(outcome.data ? null : outcome.error);
    };
    const timer = setTimeout(() => void ask(), turn === 1 ? 0 : pause);
    return () => clearTimeout(timer);
  }, [draw, website.id, path, text, unsaved, address, attempt]);
  return { ...shown, failure, busy, retry: () => setAttempt((count) => count + 1) };
}
