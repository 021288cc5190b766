import { t } from "@lingui/core/macro";
import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { fieldErrors } from "@stoa/api/problem";
import { isApiError } from "../api/api-error";
import { errorText } from "../i18n/error-text";

/** `variants[0].sku` and `variants/0/sku` name the same field as `variants.0.sku`. */
export function fieldPathOf(name: string): string {
  return name
    .replace(/^[/.]+/, "")
    .replace(/\[(\w+)\]/g, ".$1")
    .replaceAll("/", ".");
}

interface Placement<Values extends FieldValues> {
  setError: UseFormSetError<Values>;
  /** The form field for an API field name; null if the form has none. */
  fieldOf: (apiName: string) => FieldPath<Values> | null;
}

/**
 * Sets each field error of a problem on its form field. Returns the message above the form, which includes the errors
 * of fields that the form does not have.
 */
export function applyProblem<Values extends FieldValues>(error: unknown, placement: Placement<Values>): string {
  if (isApiError(error) && error.kind === "network")
    return t`${{ errorText: errorText(error) }}. Nothing was saved, but your changes are still here. Try again in a moment.`;
  if (!isApiError(error) || error.kind !== "problem") return errorText(error);
  const stray: string[] = [];
  let placed = 0;
  for (const [apiName, message] of Object.entries(fieldErrors(error.problem))) {
    const field = placement.fieldOf(fieldPathOf(apiName));
    if (field === null) {
      stray.push(message);
      continue;
    }
    placement.setError(field, { type: "server", message }, { shouldFocus: placed === 0 });
    placed += 1;
  }
  if (stray.length > 0) return stray.join(" ");
  return placed > 0 ? t`Some fields need your attention.` : errorText(error);
}
