import type { Failure } from "./send";

export const checkConnection = "Please check your internet connection.";
export const tryAgain = "Please try again.";

/** The server's sentence, or null when it sent none. */
export function serverText(failure: Failure): string | null {
  if (failure.kind === "unreachable") return null;
  const text = failure.problem?.detail ?? failure.problem?.error;
  return text !== undefined && text !== "" ? text : null;
}

/** What is said when the server has nothing to say for a person. */
export function fallbackText(failure: Failure): string {
  return failure.kind === "unreachable" ? checkConnection : tryAgain;
}

/** Whether the failure is the server's own: it says nothing a shopper could act on. */
export function isServerFault(failure: Failure): boolean {
  return failure.kind === "refused" && failure.status >= 500;
}

/** Whether what was asked for is no longer there. */
export function isGone(failure: Failure): boolean {
  return failure.kind === "refused" && failure.status === 404;
}

/** The sentence a shopper gets for a failed call. */
export function failureText(failure: Failure): string {
  if (isServerFault(failure)) return tryAgain;
  return serverText(failure) ?? fallbackText(failure);
}
