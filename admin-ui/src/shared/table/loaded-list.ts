import { hasWords, searchWords } from "@/shared/text/folded";
import type { SortState } from "./sorting";

/** The rows whose text contains every word of a search, ignoring case and accents; for fully loaded lists. */
export function matchingRows<Row>(rows: readonly Row[], query: string, textOf: (row: Row) => string): Row[] {
  const words = searchWords(query);
  return rows.filter((row) => hasWords(textOf(row), words));
}

/** The rows in an order; unchanged if the order has no measure. */
export function sortedRows<Row>(
  rows: readonly Row[],
  now: SortState | null,
  measures: Record<string, (row: Row) => string | number>,
): Row[] {
  const measure = now === null ? undefined : measures[now.by];
  if (now === null || measure === undefined) return [...rows];
  const direction = now.descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left, right] = [measure(one), measure(other)];
    const difference =
      typeof left === "number" && typeof right === "number" ? left - right : String(left).localeCompare(String(right));
    return direction * difference;
  });
}
