import { isEmail } from "@/shared/text/email";
import { choiceOf } from "@/shared/text/rich-messages";
import { textOf } from "@/shared/text/messages";
import { controlsOf, type Field } from "./field";
import { filesOf, textsOf, type FieldValue } from "./field-value";

export const limitExceeded = textOf("form.limitExceeded");
export const emailInvalid = textOf("form.emailInvalid");

const wholeNumbers = (parts: readonly string[]): number[] =>
  parts.map((part) => (/^\d+$/.test(part) ? Number(part) : Number.NaN));

function isNumber(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text);
}

/** Either one text from a date input, or month, day and year. */
function isDate(parts: readonly string[]): boolean {
  const [month = Number.NaN, day = Number.NaN, year = Number.NaN] = wholeNumbers(
    parts.length === 1 ? [1, 2, 0].map((place) => parts[0]?.split("-")[place] ?? "") : parts,
  );
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Either one text from a time input, or hour, minute and optionally second and AM/PM. */
function isTime(parts: readonly string[]): boolean {
  if (parts.length === 1) return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(parts[0] ?? "");
  const [hour = Number.NaN, ...rest] = wholeNumbers(parts.filter((part) => !/^[ap]m$/i.test(part)));
  return hour >= 1 && hour <= 12 && rest.length <= 2 && rest.every((number) => number < 60);
}

function isPhone(parts: readonly string[]): boolean {
  const digits = parts.join("").replace(/\D/g, "").length;
  return parts.every((part) => /^[\d +().-]*$/.test(part)) && digits >= 5 && digits <= 20;
}

/** Validators and error messages by field kind; the server has the same messages. */
const checks: Readonly<Record<string, [(texts: readonly string[]) => boolean, string]>> = {
  email: [([text = ""]) => isEmail(text), emailInvalid],
  number: [([text = ""]) => isNumber(text), textOf("form.number")],
  currency: [([text = ""]) => /^\d{1,15}(\.\d{1,2})?$/.test(text), textOf("form.amount")],
  website: [([text = ""]) => isWebAddress(text), textOf("form.website")],
  twitter: [([text = ""]) => /^@?\w{1,15}$/.test(text), textOf("form.handle")],
  date: [isDate, textOf("form.date")],
  time: [isTime, textOf("form.time")],
  phone: [isPhone, textOf("form.phone")],
};

/** Maximum length of a field, or null. */
function maxLengthOf(field: Field): number | null {
  const limit = controlsOf(field)[0]?.dataset.maxLength;
  return limit === undefined ? null : Number(limit);
}

/** Whether a required value is missing: the whole value, or a statement of a Likert scale. */
function isMissing(field: Field, texts: readonly string[]): boolean {
  if (texts.length === 0) return true;
  if (field.kind !== "likert") return false;
  const questions = new Set(controlsOf(field).map((control) => control.dataset.question));
  return texts.length < questions.size;
}

/** Validation error of a field's files, or null; the server checks their content. */
function fileValidationError(field: Field): string | null {
  const [control] = controlsOf(field);
  const mostFiles = Number(control?.dataset.mostFiles ?? 1);
  const mostBytes = Number(control?.dataset.mostBytes ?? Number.POSITIVE_INFINITY);
  const files = filesOf(field);
  if (files.length > mostFiles) return choiceOf("form.mostFiles", { count: mostFiles });
  const large = files.find((file) => file.size > mostBytes);
  if (large !== undefined) return textOf("form.fileTooLarge", { file: large.name, size: mostBytes / 1_000_000 });
  const empty = files.find((file) => file.size === 0);
  return empty === undefined ? null : textOf("form.fileEmpty", { file: empty.name });
}

/** Validation error of a value, or null. The server validates again. */
export function validationError(field: Field, value: FieldValue): string | null {
  const texts = textsOf(value);
  if (field.isRequired && isMissing(field, texts)) {
    return field.kind === "email" ? emailInvalid : textOf("form.required", { field: field.title });
  }
  if (texts.length === 0) return null;
  if (field.kind === "file") return fileValidationError(field);
  const limit = maxLengthOf(field);
  if (limit !== null && texts.some((text) => text.length > limit)) return limitExceeded;
  const check = checks[field.kind];
  return check === undefined || check[0](texts) ? null : check[1];
}
