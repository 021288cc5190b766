import { t } from "@lingui/core/macro";
import { formatChange, formatCount } from "../figures";
import type { FigureColumn } from "./figure-table";

/** The change from the period before, where it is compared: `of` gives a figure now and then. */
export function changeColumn<Row>(
  compares: boolean,
  of: (row: Row) => readonly [now: number, before: number | undefined],
): FigureColumn<Row>[] {
  if (!compares) return [];
  const cell = (row: Row) => {
    const [now, before = 0] = of(row);
    return formatChange(now, before) ?? "–";
  };
  return [{ id: "change", header: t`Change in %`, cell }];
}

/** The change of a total, below it; none where nothing is compared. */
export function changeNote(now: number, before: number | undefined): string | undefined {
  if (before === undefined) return undefined;
  const change = formatChange(now, before);
  return change === null ? t`none before` : t`${change} (before: ${{ past: formatCount(before) }})`;
}
