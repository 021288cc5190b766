import { checkConnection } from "@/shared/api/connection";
import { serverText } from "@/shared/api/failure-text";
import type { Failure } from "@/shared/api/send";
import { textOf } from "@/shared/text/messages";

export const noKey = textOf("form.noKey");
export const notProcessed = textOf("form.notProcessed");

const byStatus: Readonly<Record<number, string>> = {
  401: textOf("form.refused"),
  404: textOf("form.notConfigured"),
  429: textOf("form.tooOften"),
  500: textOf("form.notSent"),
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
  return byStatus[failure.status] ?? serverText(failure) ?? textOf("form.unknown");
}
