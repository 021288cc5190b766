import type { components } from "./schema";

/** The body of every error response (`application/problem+json`). */
export type Problem = components["schemas"]["Problem"];

/** Whether a response body is a problem document. */
export function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    typeof value.code === "string" &&
    "status" in value &&
    typeof value.status === "number"
  );
}

/** Messages of a problem by field name; empty if it concerns no field. */
export function fieldErrors(problem: Problem): Record<string, string> {
  return problem.errors ?? {};
}
