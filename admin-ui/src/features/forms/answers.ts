import type { Submission } from "./api";

/** How an answer reads that was not given. */
export const noAnswer = "N/A";

type FormAnswer = Submission["values"][number];

function given(submission: Submission): FormAnswer[] {
  return submission.values.filter(({ value }) => value !== noAnswer);
}

/** The address that calls a telephone number (RFC 3966), as the formatter `phone-url` makes it on pages. */
export function phoneUrl(number: string): string {
  const [line = "", extension = ""] = number.split(/(?<=\d[^a-z]*)(?:ext|x|#)/i, 2);
  const isInternational = /^\D*\+/.test(line);
  const digits = (isInternational ? line.replace("(0)", "") : line).replace(/\D/g, "");
  const inside = extension.replace(/\D/g, "");
  return `tel:${isInternational ? "+" : ""}${digits}${inside === "" ? "" : `;ext=${inside}`}`;
}

/** Who sent it: a name, else an address, else the first answer that is not a file's name. */
export function senderOf(submission: Submission): string {
  const answers = given(submission).filter(({ kind }) => kind !== "file");
  const of = (kind: string) => answers.find((answer) => answer.kind === kind);
  return (of("name") ?? of("email") ?? answers[0])?.value ?? "Nobody";
}

/** A line that tells one answer from another: what was written in words of one's own, else the longest answer. */
export function excerptOf(submission: Submission): string {
  const answers = given(submission).filter(({ kind }) => !["name", "email", "hidden", "password"].includes(kind));
  const ofKind = (kind: string) => answers.filter((answer) => answer.kind === kind);
  const [own = []] = [ofKind("textarea"), ofKind("text"), answers].filter((list) => list.length > 0);
  const longest = own.reduce((known, { value }) => (value.length > known.length ? value : known), "");
  const line = longest.replace(/\s+/g, " ");
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}
