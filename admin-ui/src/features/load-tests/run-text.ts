import { plural, t } from "@lingui/core/macro";
import { uiLocale } from "@/shared/i18n/format";
import type { LoadRun, LoadRunCounts } from "./api";

export const states: Readonly<Record<LoadRun["state"], { label: string; color: "success" | "default" | "warning" }>> = {
  running: {
    get label() {
      return t({ message: "Running", context: "a load test" });
    },
    color: "success",
  },
  ended: {
    get label() {
      return t({ message: "Ended", context: "a load test" });
    },
    color: "default",
  },
  removing: {
    get label() {
      return t({ message: "Being removed", context: "what a load test made" });
    },
    color: "warning",
  },
  removed: {
    get label() {
      return t({ message: "Removed", context: "what a load test made" });
    },
    color: "default",
  },
};

const kinds: Readonly<Record<keyof LoadRunCounts, (count: number) => string>> = {
  orders: (count) => plural(count, { one: "# order", other: "# orders" }),
  carts: (count) => plural(count, { one: "# cart", other: "# carts" }),
  customers: (count) => plural(count, { one: "# customer", other: "# customers" }),
  siteUsers: (count) => plural(count, { one: "# account", other: "# accounts" }),
  pages: (count) => plural(count, { one: "# page", other: "# pages" }),
  assets: (count) => plural(count, { one: "# file", other: "# files" }),
  products: (count) => plural(count, { one: "# product", other: "# products" }),
  submissions: (count) => plural(count, { one: "# form submission", other: "# form submissions" }),
  comments: (count) => plural(count, { one: "# comment", other: "# comments" }),
};

const keys = Object.keys(kinds) as (keyof LoadRunCounts)[];

/** What was made, such as "12 orders and 20 carts"; "Nothing" if it is nothing. */
export function countsText(counts: LoadRunCounts): string {
  const parts = keys.filter((key) => counts[key] > 0).map((key) => kinds[key](counts[key]));
  if (parts.length === 0) return t({ message: "Nothing", context: "what a load test made" });
  return new Intl.ListFormat(uiLocale(), { type: "conjunction" }).format(parts);
}

const sum = (counts: LoadRunCounts) => keys.reduce((total, key) => total + counts[key], 0);

/** Whether anything is counted. */
export function isAny(counts: LoadRunCounts): boolean {
  return sum(counts) > 0;
}

/** How far the removal of what a run made is, in percent: what stays is done, too. */
export function removedPercent({ made, removed, kept }: LoadRun): number {
  const all = sum(made);
  return all === 0 ? 0 : Math.min(100, Math.floor((100 * (sum(removed) + sum(kept))) / all));
}
