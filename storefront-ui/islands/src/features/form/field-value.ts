import { queryText } from "@/shared/page/query-string";
import { controlsOf, type Control, type Field } from "./field";

/** The value of a form field. */
export type FieldValue = string | string[] | Record<string, string> | undefined;

/** The selected files of a file field; none for other fields. */
export function filesOf(field: Field): File[] {
  const [control] = controlsOf(field);
  return field.kind === "file" && control instanceof HTMLInputElement ? [...(control.files ?? [])] : [];
}

function checkedValues(controls: readonly Control[]): string[] {
  return controls
    .filter((control) => control instanceof HTMLInputElement && control.checked)
    .map((control) => control.value);
}

function named(controls: readonly Control[], name: (control: Control) => string | undefined): Record<string, string> {
  return Object.fromEntries(controls.map((control, index) => [name(control) ?? String(index), control.value]));
}

function likertAnswers(controls: readonly Control[]): Record<string, string> {
  const chosen = controls.filter((control) => control instanceof HTMLInputElement && control.checked);
  return named(chosen, (control) => control.dataset.question);
}

function parts(controls: readonly Control[]): string | string[] {
  const [only] = controls;
  if (controls.length === 1 && only !== undefined) return only.value;
  return controls.map((control) => control.value);
}

function phoneParts(controls: readonly Control[]): string | string[] {
  const values = parts(controls);
  // Without a country code its position stays empty, so that the others keep theirs.
  return Array.isArray(values) && values.length === 3 ? ["", ...values] : values;
}

/** Reads the value of a field. `query` is the query string of the page, for hidden fields. */
export function readValue(field: Field, query: string = window.location.search): FieldValue {
  const controls = controlsOf(field);
  switch (field.kind) {
    case "checkbox":
      return checkedValues(controls);
    case "radio":
      return checkedValues(controls)[0];
    case "likert":
      return likertAnswers(controls);
    case "name":
    case "address":
      return named(controls, (control) => control.dataset.part);
    case "phone":
      return phoneParts(controls);
    case "date":
    case "time":
      return parts(controls);
    case "file":
      return filesOf(field).map((file) => file.name);
    case "hidden":
      return queryText(query, field.key) ?? controls[0]?.value ?? "";
    default:
      return controls[0]?.value ?? "";
  }
}

/** The non-empty texts of a value. */
export function textsOf(value: FieldValue): string[] {
  const texts = value === undefined ? [] : typeof value === "string" ? [value] : Object.values(value);
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}
