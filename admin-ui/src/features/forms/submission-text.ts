import { t } from "@lingui/core/macro";
import { i18n } from "@/shared/i18n/i18n";
import { uiLocale } from "@/shared/i18n/format";
import type { Submission } from "./api";

/** Text for a field without a value. */
export const noValue = "N/A";

type SubmissionField = Submission["values"][number];

function given(submission: Submission): SubmissionField[] {
  return submission.values.filter(({ value }) => value !== noValue);
}

/** A grade of a scale, which is kept in English. */
function gradeText(grade: string): string {
  switch (grade) {
    case "Strongly Disagree":
      return t`Strongly Disagree`;
    case "Disagree":
      return t`Disagree`;
    case "Neutral":
      return t({ message: "Neutral", context: "a grade between disagree and agree" });
    case "Agree":
      return t({ message: "Agree", context: "a grade of a scale" });
    case "Strongly Agree":
      return t`Strongly Agree`;
    default:
      return grade;
  }
}

/** A statement of a scale and its grade. */
export function statementOf(line: string): { statement: string; grade: string } {
  const cut = line.lastIndexOf(": ");
  return { statement: line.slice(0, cut), grade: gradeText(line.slice(cut + 2)) };
}

/** A value in the language that is shown. Kept are English words, dates such as 02/29/2024 and times such as 3:00:09 PM. */
export function valueText({ kind, value }: Pick<SubmissionField, "kind" | "value">): string {
  if (value === noValue) return t({ message: "N/A", context: "a field of a form that was left empty" });
  if (i18n.locale === "en") return value;
  if (kind === "date" && /^\d\d\/\d\d\/\d{4}$/.test(value)) {
    const date = new Date(`${value.slice(6)}-${value.slice(0, 2)}-${value.slice(3, 5)}`);
    return new Intl.DateTimeFormat(uiLocale(), { dateStyle: "medium", timeZone: "UTC" }).format(date);
  }
  const time = kind === "time" ? /^(\d{1,2}):(\d\d):(\d\d) ([AP])M$/.exec(value) : null;
  if (time !== null) {
    const hours = (Number(time[1]) % 12) + (time[4] === "P" ? 12 : 0);
    const moment = Date.UTC(2000, 0, 1, hours, Number(time[2]), Number(time[3]));
    return new Intl.DateTimeFormat(uiLocale(), { timeStyle: "medium", timeZone: "UTC" }).format(moment);
  }
  return value;
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

function excerptText({ kind, value }: SubmissionField): string {
  if (kind !== "likert") return valueText({ kind, value });
  const lines = value.split("\n").map(statementOf);
  return lines.map(({ statement, grade }) => `${statement}: ${grade}`).join("\n");
}

/** An excerpt that tells one submission from another: free text, else the longest value. */
export function excerptOf(submission: Submission): string {
  const answers = given(submission).filter(({ kind }) => !["name", "email", "hidden", "password"].includes(kind));
  const ofKind = (kind: string) => answers.filter((answer) => answer.kind === kind);
  const [own = []] = [ofKind("textarea"), ofKind("text"), answers].filter((list) => list.length > 0);
  const longest = own.map(excerptText).reduce((known, value) => (value.length > known.length ? value : known), "");
  const line = longest.replace(/\s+/g, " ");
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}
