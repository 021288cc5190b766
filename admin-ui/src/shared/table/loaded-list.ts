import type { SortState } from "./sorting";

/** The rows whose text contains every word of a search, case-insensitive; for fully loaded lists. */
export function matchingRows<Row>(rows: readonly Row[], query: string, textOf: (row: Row) => string): Row[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return rows.filter((row) => {
    const text = textOf(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The rows in an order; unchanged if the order has no measure. */
export function sortedRows<Row>(rows: readonly Row[], now: SortState | null, measures: Record<string, (row: Row) => string | number>): Row[] {
  const measure = now === null ? undefined : measures[now.by];
  if (now === null || measure === undefined) return [...rows];
  const direction = now.descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left, right] = [measure(one), measure(other)];
    const difference = typeof left === "number" && typeof right === "number" ? left - right : String(left).localeCompare(String(right));
    return direction * difference;
  });
}
