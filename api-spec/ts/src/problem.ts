import type { components } from "./schema";

/** The body of every refused call (`application/problem+json`). */
export type Problem = components["schemas"]["Problem"];

/** Tells whether an answer's body is a problem document. */
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

/** The texts of a problem per field name; empty when the problem is about no field. */
export function fieldErrors(problem: Problem): Record<string, string> {
  return problem.errors ?? {};
}
