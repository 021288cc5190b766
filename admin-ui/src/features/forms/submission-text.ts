import type { Submission } from "./api";
import { t } from "@lingui/core/macro";

/** Text for a field without a value. */
export const noValue = "N/A";

type SubmissionField = Submission["values"][number];

function given(submission: Submission): SubmissionField[] {
  return submission.values.filter(({ value }) => value !== noValue);
}

/** A `tel:` URL (RFC 3966), identical to the formatter `phone-url` on pages. */
export function phoneUrl(number: string): string {
  const [line = "", extension = ""] = number.split(/(?<=\d[^a-z]*)(?:ext|x|#)/i, 2);
  const isInternational = /^\D*\+/.test(line);
  const digits = (isInternational ? line.replace("(0)", "") : line).replace(/\D/g, "");
  const inside = extension.replace(/\D/g, "");
  return `tel:${isInternational ? "+" : ""}${digits}${inside === "" ? "" : `;ext=${inside}`}`;
}

/** The sender: a name, else an e-mail address, else the first value that is not a file name. */
export function senderOf(submission: Submission): string {
  const answers = given(submission).filter(({ kind }) => kind !== "file");
  const of = (kind: string) => answers.find((answer) => answer.kind === kind);
  return (of("name") ?? of("email") ?? answers[0])?.value ?? t`Anonymous`;
}

/** An excerpt that tells one submission from another: free text, else the longest value. */
export function excerptOf(submission: Submission): string {
  const answers = given(submission).filter(({ kind }) => !["name", "email", "hidden", "password"].includes(kind));
  const ofKind = (kind: string) => answers.filter((answer) => answer.kind === kind);
  const [own = []] = [ofKind("textarea"), ofKind("text"), answers].filter((list) => list.length > 0);
  const longest = own.reduce((known, { value }) => (value.length > known.length ? value : known), "");
  const line = longest.replace(/\s+/g, " ");
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}
