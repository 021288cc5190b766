import type { Problem } from "@stoa/api/problem";

/** Why a call brought no answer that can be used. */
export type ApiError =
  | { kind: "problem"; problem: Problem }
  | { kind: "network" }
  | { kind: "unexpected"; status: number };

/** Tells whether something thrown or returned by a call is one of ours. */
export function isApiError(error: unknown): error is ApiError {
  return (
    typeof error === "object" &&
    error !== null &&
    "kind" in error &&
    (error.kind === "problem" || error.kind === "network" || error.kind === "unexpected")
  );
}

/** The public code of the problem, when there is one. */
export function problemCode(error: unknown): string | null {
  return isApiError(error) && error.kind === "problem" ? error.problem.code : null;
}

/** The HTTP status of the refusal, when the server answered at all. */
export function errorStatus(error: unknown): number | null {
  if (!isApiError(error)) return null;
  switch (error.kind) {
    case "problem":
      return error.problem.status;
    case "unexpected":
      return error.status;
    case "network":
      return null;
  }
}
