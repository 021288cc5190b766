import { t } from "@lingui/core/macro";

const marks = ["\t", ";", ","];
const slices = "pie";
const maxRows = 100;
const maxFigures = 6;

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function isFigure(cell: string): boolean {
  const typed = cell.trim();
  return number.test(typed) && Math.abs(Number(typed)) < 1e12;
}

/** Why data cannot be shown as a chart of a design; the server applies the same rules. */
export function datasetProblem(text: string, design: unknown): string | null {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const [names = "", ...rest] = lines;
  const mark = marks.find((candidate) => names.includes(candidate));
  if (mark === undefined) return t`Your dataset must have at least one column`;
  if (rest.length === 0) return t`Your dataset must have at least one row`;
  const figures = Math.min(names.split(mark).length - 1, maxFigures);
  const rows = rest.slice(0, maxRows).map((row) => row.split(mark).slice(1, figures + 1));
  const isWhole = (cells: string[]) => cells.length === figures && cells.every(isFigure);
  if (!rows.every(isWhole)) return t`One or more rows was missing data`;
  const hasShare = rows.some(([share]) => Number(share) > 0);
  return design === slices && !hasShare ? t`Slices need at least one figure above zero` : null;
}
