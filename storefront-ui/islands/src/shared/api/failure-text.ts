import { textOf } from "@/shared/text/messages";
import { checkConnection } from "./connection";
import type { Failure } from "./send";

export const tryAgain = textOf("common.tryAgain");

/** The server's message, or null if there is none. */
export function serverText(failure: Failure): string | null {
  if (failure.kind === "unreachable") return null;
  const text = failure.problem?.detail ?? failure.problem?.error;
  return text !== undefined && text !== "" ? text : null;
}

/** Message if the server sent none. */
export function fallbackText(failure: Failure): string {
  return failure.kind === "unreachable" ? checkConnection : tryAgain;
}

/** Whether it is a server error, whose message is not useful to customers. */
export function isServerFault(failure: Failure): boolean {
  return failure.kind === "refused" && failure.status >= 500;
}

/** Message for a failed request. */
export function failureText(failure: Failure): string {
  if (isServerFault(failure)) return tryAgain;
  return serverText(failure) ?? fallbackText(failure);
}
