const marks = ["\t", ";", ","];
const mostRows = 100;
const mostFigures = 6;

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function isFigure(cell: string): boolean {
  const typed = cell.trim();
  return number.test(typed) && Math.abs(Number(typed)) < 1e12;
}

/** Why figures cannot be drawn as a chart; the server reads them by the same rules. */
export function datasetProblem(text: string): string | null {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const [names = "", ...rows] = lines;
  const mark = marks.find((candidate) => names.includes(candidate));
  if (mark === undefined) return "Your dataset must have at least one column";
  if (rows.length === 0) return "Your dataset must have at least one row";
  const figures = Math.min(names.split(mark).length - 1, mostFigures);
  const isWhole = (row: string) => {
    const cells = row.split(mark).slice(1, figures + 1);
    return cells.length === figures && cells.every(isFigure);
  };
  return rows.slice(0, mostRows).every(isWhole) ? null : "One or more rows was missing data";
}
