import { useMemo } from "react";
import { useAnswerQuestionsMutation } from "@/shared/live-page/api";
import type { PagePreview } from "@/shared/live-page/preview-pane";
import { useLivePage, type LiveSource } from "@/shared/live-page/use-live-page";
import { useWebsite } from "@/shared/session/hooks";
import { useLoadHeaderFooterMaterialMutation } from "../api";

interface Shown {
  /** Revision of the draft: the page is rendered again after each save. */
  revision: number;
  /** Version to show; null for the draft. */
  version: number | null;
  address: string;
}

interface FramePreview extends PagePreview {
  /** Whether this theme can only be rendered on the server. */
  unavailable: boolean;
}

const unchanged = {};

/** A page with the header and footer of the saved draft or of a version. */
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
