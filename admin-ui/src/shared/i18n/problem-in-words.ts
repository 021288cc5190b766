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
 * The problem with its texts in the language that is shown. The server writes them in English, with their codes; those
 * without a code stay in English. The texts are loaded with the first problem.
 */
export async function problemInWords(problem: Problem): Promise<Problem> {
  if (i18n.locale === "en") return problem;
  const { problemTexts } = await import("./problem-texts/all");
  const words = (said: Said) => inWords(problemTexts, said);
  // Without a sentence of its own, a problem has the title of its kind.
  const kind = problem.detail === problem.title ? { code: problem.code } : null;
  const said = problem.detailText ?? kind;
  const detail = (said === null ? undefined : words(said)) ?? problem.detail;
  const errors = Object.entries(problem.errors ?? {}).map(([field, message]) => {
    const text = problem.errorTexts?.[field];
    return [field, (text === undefined ? undefined : words(text)) ?? message];
  });
  return { ...problem, detail, error: detail, ...(problem.errors && { errors: Object.fromEntries(errors) }) };
}
