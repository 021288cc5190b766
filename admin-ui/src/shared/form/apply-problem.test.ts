import { expect, it, vi } from "vitest";
import { problem } from "@/testing/back-end";
import { applyProblem, fieldPathOf } from "./apply-problem";

interface Form {
  name: string;
  variants: { sku: string }[];
}

function apply(errors: Record<string, string>) {
  const setError = vi.fn();
  const fieldOf = (name: string) => (name === "name" || name === "variants.0.sku" ? (name as "name") : null);
  const error = { kind: "problem", problem: problem(400, "invalid", "Some values are invalid.", { errors }) };
  return { setError, text: applyProblem<Form>(error, { setError, fieldOf }) };
}

it("parses all notations of a field path", () => {
  expect(["variants[0].sku", "/variants/0/sku", "variants.0.sku"].map(fieldPathOf)).toEqual(
    Array(3).fill("variants.0.sku"),
  );
});

it("sets each error on its field and focuses the first", () => {
  const { setError, text } = apply({ name: "Enter a name", "variants[0].sku": "Taken" });
  expect(setError.mock.calls).toEqual([
    ["name", { type: "server", message: "Enter a name" }, { shouldFocus: true }],
    ["variants.0.sku", { type: "server", message: "Taken" }, { shouldFocus: false }],
  ]);
  expect(text).toBe("Some fields need your attention.");
});

it("shows errors of unknown fields above the form", () => {
  const { setError, text } = apply({ mystery: "Too long" });
  expect(setError).not.toHaveBeenCalled();
  expect(text).toBe("Too long");
});

it("translates codes, and falls back to the detail", () => {
  const place = { setError: vi.fn(), fieldOf: () => null };
  const known = { kind: "problem", problem: problem(401, "sign-in-failed", "nope") };
  const unknown = { kind: "problem", problem: problem(409, "odd", "The shelf is full.") };
  expect(applyProblem(known, place)).toBe("The e-mail address or password is incorrect.");
  expect(applyProblem(unknown, place)).toBe("The shelf is full.");
  expect(applyProblem({ kind: "network" }, place)).toMatch(
    /^Network error\. Nothing was saved, but your changes are still here/,
  );
});
