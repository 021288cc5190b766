import { fieldErrors } from "@stoa/api/problem";
import type { Failure } from "@/shared/api/send";
import type { Cart } from "@/shared/api/types";

/** Consequences of a refused step or submission for the page. */
export type Refusal =
  | { kind: "purchased"; redirectUrl: string }
  | { kind: "cart-changed"; cart: Cart }
  | { kind: "fields"; errors: Record<string, string> }
  | { kind: "other" };

function isCart(value: unknown): value is Cart {
  return typeof value === "object" && value !== null && "entries" in value && Array.isArray(value.entries);
}

/** Parses a failure; additional members of the problem depend on its code. */
export function readRefusal(failure: Failure): Refusal {
  if (failure.kind === "unreachable" || failure.problem === null) return { kind: "other" };
  const problem: typeof failure.problem & { cart?: unknown; redirectUrl?: unknown } = failure.problem;
  if (problem.code === "already-purchased" && typeof problem.redirectUrl === "string") {
    return { kind: "purchased", redirectUrl: problem.redirectUrl };
  }
  if (problem.code === "cart-changed" && isCart(problem.cart)) return { kind: "cart-changed", cart: problem.cart };
  const errors = fieldErrors(problem);
  return Object.keys(errors).length > 0 ? { kind: "fields", errors } : { kind: "other" };
}

const addressPrefix = "address.";

/** Errors of a billing address by field name. */
export function billingErrors(errors: Record<string, string>): Record<string, string> {
  const ours = Object.entries(errors).filter(([field]) => field.startsWith(addressPrefix));
  return Object.fromEntries(ours.map(([field, text]) => [field.slice(addressPrefix.length), text]));
}
