import type { SalesQuery } from "./api";

/** Periods of the overview. */
export const spans = {
  week: { label: "7 days", days: 7, by: "day" },
  month: { label: "30 days", days: 30, by: "day" },
  quarter: { label: "13 weeks", days: 91, by: "week" },
  year: { label: "12 months", days: 365, by: "month" },
} as const satisfies Record<string, { label: string; days: number; by: NonNullable<SalesQuery["by"]> }>;

export type Span = keyof typeof spans;

export function isSpan(text: string): text is Span {
  return text in spans;
}
