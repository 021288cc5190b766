import type { Problem } from "@stoa/api/problem";

/** Why a request returned no usable response. */
export type ApiError =
  | { kind: "problem"; problem: Problem }
  | { kind: "network" }
  | { kind: "unexpected"; status: number };

/** Whether a value thrown or returned by a request is an `ApiError`. */
export function isApiError(error: unknown): error is ApiError {
  return (
    typeof error === "object" &&
    error !== null &&
    "kind" in error &&
    (error.kind === "problem" || error.kind === "network" || error.kind === "unexpected")
  );
}

/** The problem's public code, if any. */
export function problemCode(error: unknown): string | null {
  return isApiError(error) && error.kind === "problem" ? error.problem.code : null;
}

/** HTTP status of the error, if there was a response. */
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
