import { isEmail } from "@/shared/text/email";
import { controlsOf, textsOf, type Field, type FieldValue } from "./field";

export const limitExceeded = "You have exceeded the character limit.";
export const anyInvalid = "One or more fields is invalid, please check your entries.";
export const emailInvalid = "Email is not valid. Email addresses should follow the format user@domain.com.";

/** Most characters a field takes, or null. */
export function maxLengthOf(field: Field): number | null {
  const limit = controlsOf(field)[0]?.dataset.maxLength;
  return limit === undefined ? null : Number(limit);
}

/** What is wrong with an answer, or null. The server checks again. */
export function complaintAbout(field: Field, value: FieldValue): string | null {
  const texts = textsOf(value);
  const [first] = texts;
  if (first === undefined) {
    if (!field.isRequired) return null;
    return field.kind === "email" ? emailInvalid : `${field.title} is required.`;
  }
  if (field.kind === "email" && !isEmail(first)) return emailInvalid;
  const limit = maxLengthOf(field);
  return limit !== null && texts.some((text) => text.length > limit) ? limitExceeded : null;
}
