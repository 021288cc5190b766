import type { SalesQuery } from "./api";
import { t } from "@lingui/core/macro";

/** Periods of the overview. */
export const spans = {
  week: {
    get label() {
      return t`7 days`;
    },
    days: 7,
    by: "day",
  },
  month: {
    get label() {
      return t`30 days`;
    },
    days: 30,
    by: "day",
  },
  quarter: {
    get label() {
      return t`13 weeks`;
    },
    days: 91,
    by: "week",
  },
  year: {
    get label() {
      return t`12 months`;
    },
    days: 365,
    by: "month",
  },
} as const satisfies Record<string, { label: string; days: number; by: NonNullable<SalesQuery["by"]> }>;

export type Span = keyof typeof spans;

export function isSpan(text: string): text is Span {
  return text in spans;
}
