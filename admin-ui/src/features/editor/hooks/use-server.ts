import { useMemo } from "react";
import { useDispatch } from "react-redux";
import { errorStatus, isApiError } from "@/shared/api/api-error";
import type { AppDispatch } from "@/shared/api/dispatch";
import { errorText } from "@/shared/i18n/error-text";
import { messagesInWords } from "@/shared/i18n/problem-in-words";
import { useWebsite } from "@/shared/session/hooks";
import { fieldErrors } from "@stoa/api/problem";
import { editorApi, type StepsTold } from "../api";
import type { Answer, Failure, Server, LogState } from "../sync/exchange";
import type { OwnStep } from "../sync/undo-stacks";

/** Maximum time the server holds a long poll, in seconds. */
const maxWaitSeconds = 25;

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

/** The state of the log with its errors in the language that is shown; in English while the words cannot be loaded. */
async function inWords(answer: Answer<LogState>): Promise<Answer<LogState>> {
  if ("failure" in answer) return answer;
  const { problems, problemTexts } = answer.told;
  return { told: { ...answer.told, problems: await messagesInWords(problems, problemTexts).catch(() => problems) } };
}

const { sendSteps, hearSteps, listOwnSteps } = editorApi.endpoints;

/** The session's requests to the server for a page. No component subscribes to them. */
export function useServer(pageId: string): Server {
  const websiteId = useWebsite().id;
  const dispatch = useDispatch<AppDispatch>();
  return useMemo(() => {
    const unseen = { track: false };
    return {
      send: async (base, client, steps) =>
        inWords(
          answerOf(await dispatch(sendSteps.initiate({ websiteId, pageId, body: { base, client, steps } }, unseen))),
        ),
      poll: async (known, signal) => {
        const asked = dispatch(
          hearSteps.initiate({ websiteId, pageId, query: { ...known, wait: maxWaitSeconds } }, unseen),
        );
        signal.addEventListener("abort", () => asked.abort(), { once: true });
        return inWords(answerOf(await asked));
      },
      ownSteps: async () => {
        const asked = dispatch(listOwnSteps.initiate({ websiteId, pageId }, unseen));
        const answer = answerOf<{ steps: StepsTold["steps"] }>(await asked);
        return "told" in answer ? { told: answer.told.steps as OwnStep[] } : answer;
      },
    };
  }, [dispatch, websiteId, pageId]);
}
