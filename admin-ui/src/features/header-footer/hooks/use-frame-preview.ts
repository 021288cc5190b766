import { useMemo } from "react";
import { useAnswerQuestionsMutation } from "@/shared/live-page/api";
import type { PagePreview } from "@/shared/live-page/preview-pane";
import { useLivePage, type LiveSource } from "@/shared/live-page/use-live-page";
import { useWebsite } from "@/shared/session/hooks";
import { useLoadHeaderFooterMaterialMutation } from "../api";

interface Shown {
  /** Of the draft: a page is drawn anew when it was saved. */
  revision: number;
  /** Number of a version that is looked at; null for the draft. */
  version: number | null;
  address: string;
}

export interface FramePreview extends PagePreview {
  /** Whether nobody but the server can draw pages of this theme. */
  unavailable: boolean;
}

const unchanged = {};

/** A page with header and footer as they were saved last, or as they were in a version. */
export function useFramePreview({ revision, version, address }: Shown): FramePreview {
  const website = useWebsite();
  const [loadMaterial] = useLoadHeaderFooterMaterialMutation();
  const [answerQuestions] = useAnswerQuestionsMutation();
  const source = useMemo<LiveSource & { revision: number }>(
    () => ({
      revision,
      load: () => loadMaterial({ websiteId: website.id, address, version }).unwrap(),
      answer: (questions) => answerQuestions({ websiteId: website.id, questions }).unwrap(),
    }),
    [loadMaterial, answerQuestions, website.id, revision, version, address],
  );
  const live = useLivePage(source, unchanged);
  return {
    html: live.html,
    busy: live.state === "loading",
    failure: null,
    retry: () => undefined,
    unavailable: live.state === "unavailable",
  };
}
