import { useMemo } from "react";
import { errorStatus, isApiError } from "@/shared/api/api-error";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { fieldErrors } from "@stoa/api/problem";
import { useHearStepsMutation, useListOwnStepsMutation, useSendStepsMutation, type StepsTold } from "../api";
import type { Answer, Failure, Server, Told } from "../sync/exchange";
import type { OwnStep } from "../sync/steps-back";

/** Longest that the server holds a call back until something happens, in seconds. */
const longestWait = 25;

function failureOf(error: unknown): Failure {
  const status = errorStatus(error);
  const passes = status === null || status === 429 || status >= 500;
  if (isApiError(error) && passes) return { kind: "away" };
  const errors = isApiError(error) && error.kind === "problem" ? fieldErrors(error.problem) : {};
  return { kind: "refused", message: errorText(error), errors };
}

function answerOf<T>(outcome: { data?: unknown; error?: unknown }): Answer<T> {
  return outcome.data === undefined ? { failure: failureOf(outcome.error) } : { told: outcome.data as T };
}

/** What a session asks of the server about a page. */
export function useServer(pageId: string): Server {
  const websiteId = useWebsite().id;
  const [send] = useSendStepsMutation();
  const [hear] = useHearStepsMutation();
  const [listOwn] = useListOwnStepsMutation();
  return useMemo(
    () => ({
      send: async (base, client, steps) =>
        answerOf<Told>(await send({ websiteId, pageId, body: { base, client, steps } })),
      hear: async (known, signal) => {
        const asked = hear({ websiteId, pageId, query: { ...known, wait: longestWait } });
        signal.addEventListener("abort", () => asked.abort(), { once: true });
        return answerOf<Told>(await asked);
      },
      ownSteps: async () => {
        const answer = answerOf<{ steps: StepsTold["steps"] }>(await listOwn({ websiteId, pageId }));
        return "told" in answer ? { told: answer.told.steps as OwnStep[] } : answer;
      },
    }),
    [send, hear, listOwn, websiteId, pageId],
  );
}
