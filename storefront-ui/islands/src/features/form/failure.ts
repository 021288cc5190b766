import { checkConnection } from "@/shared/api/connection";
import { serverText } from "@/shared/api/failure-text";
import type { Failure } from "@/shared/api/send";

export const noKey = "Could not get a form submission key, please try again later.";
export const notProcessed = "Error processing form submission. Please reload and try again.";

const byStatus: Readonly<Record<number, string>> = {
  401: "Unable to submit form. Please try again later.",
  404: "This form has not been configured yet.",
  429: "Unable to submit form. Submission rate limit exceeded. Please try again later.",
  500: "Unable to send form. Please try again later.",
  // An unreadable response.
  502: notProcessed,
};

/** Field errors of a refusal. */
export function fieldErrorsOf(failure: Failure): Record<string, string> {
  return failure.kind === "refused" && failure.status === 400 ? (failure.problem?.errors ?? {}) : {};
}

/** Error message if a form could not be sent. */
export function sendFailureText(failure: Failure): string {
  if (failure.kind === "unreachable") return checkConnection;
  return byStatus[failure.status] ?? serverText(failure) ?? "Unknown error, please try again later.";
}
