import type { SortState } from "./sorting";

/** The rows in whose text every word of a search stands, whatever the case; of a list that is loaded whole. */
export function fitting<Row>(rows: readonly Row[], query: string, textOf: (row: Row) => string): Row[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return rows.filter((row) => {
    const text = textOf(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The rows in an order; as they come for one that nothing measures. */
export function inOrder<Row>(rows: readonly Row[], now: SortState | null, measures: Record<string, (row: Row) => string | number>): Row[] {
  const measure = now === null ? undefined : measures[now.by];
  if (now === null || measure === undefined) return [...rows];
  const direction = now.descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left, right] = [measure(one), measure(other)];
    const difference = typeof left === "number" && typeof right === "number" ? left - right : String(left).localeCompare(String(right));
    return direction * difference;
  });
}
