import type { Problem } from "@stoa/api/problem";
import { uiLocale } from "./format";
import { i18n } from "./i18n";
import type { ProblemTexts, ProblemValues } from "./problem-texts/problem-text";

/** What a text of the server says. */
export type Said = NonNullable<Problem["detailText"]>;

function shown(params: Record<string, unknown>): ProblemValues {
  const numbers = new Intl.NumberFormat(uiLocale());
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === "number" ? numbers.format(value) : String(value),
  ]);
  return Object.fromEntries(values) as ProblemValues;
}

/** What was said, in the language that is shown; undefined where there is no sentence with its code. */
export function inWords(problemTexts: ProblemTexts, { code, params = {} }: Said): string | undefined {
  return problemTexts[code]?.(shown(params));
}

/**
 * Messages by field in the language that is shown. The server writes them in English, with their codes; those without a
 * code stay in English.
 */
export async function messagesInWords(
  messages: Record<string, string>,
  said: Record<string, Said> = {},
): Promise<Record<string, string>> {
  if (i18n.locale === "en" || Object.keys(said).length === 0) return messages;
  const { problemTexts } = await import("./problem-texts/all");
  const words = Object.entries(messages).map(([field, message]) => {
    const text = said[field];
    return [field, (text === undefined ? undefined : inWords(problemTexts, text)) ?? message];
  });
  return Object.fromEntries(words) as Record<string, string>;
}

/** The problem with its texts in the language that is shown. The texts are loaded with the first problem. */
export async function problemInWords(problem: Problem): Promise<Problem> {
  if (i18n.locale === "en") return problem;
  const { problemTexts } = await import("./problem-texts/all");
  // Without a sentence of its own, a problem has the title of its kind.
  const kind = problem.detail === problem.title ? { code: problem.code } : null;
  const said = problem.detailText ?? kind;
  const detail = (said === null ? undefined : inWords(problemTexts, said)) ?? problem.detail;
  const errors = problem.errors && (await messagesInWords(problem.errors, problem.errorTexts));
  return { ...problem, detail, error: detail, ...(errors && { errors }) };
}
