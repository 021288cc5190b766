import { useMemo } from "react";
import { useAnswerQuestionsMutation } from "@/shared/live-page/api";
import type { PagePreview } from "@/shared/live-page/preview-pane";
import { useLivePage, type LiveSource } from "@/shared/live-page/use-live-page";
import { useWebsite } from "@/shared/session/hooks";
import { useLoadDesignMaterialMutation, type Design, type Theme } from "../api";
import { styleRules } from "../rules/style-rules";

interface DesignPreview extends PagePreview {
  /** Whether this theme can only be rendered on the server. */
  unavailable: boolean;
}

/**
 * A page rendered with the design after each change; another theme is loaded from the server once the draft is saved.
 */
export function useDesignPreview(
  design: Design,
  theme: Theme | undefined,
  savedTheme: string,
  address: string,
): DesignPreview {
  const website = useWebsite();
  const [loadMaterial] = useLoadDesignMaterialMutation();
  const [answerQuestions] = useAnswerQuestionsMutation();
  const source = useMemo<LiveSource & { theme: string }>(
    () => ({
      theme: savedTheme,
      load: () => loadMaterial({ websiteId: website.id, address }).unwrap(),
      answer: (questions) => answerQuestions({ websiteId: website.id, questions }).unwrap(),
    }),
    [loadMaterial, answerQuestions, website.id, savedTheme, address],
  );
  const properties = theme === undefined ? "" : styleRules(design, theme);
  const edit = useMemo(() => ({ properties }), [properties]);
  const live = useLivePage(source, edit);
  return {
    html: live.html,
    busy: live.state === "loading" || design.theme !== savedTheme,
    failure: null,
    retry: () => undefined,
    unavailable: live.state === "unavailable",
  };
}
