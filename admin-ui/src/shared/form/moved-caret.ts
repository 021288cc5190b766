/** Texts that differ by more than this (their lengths multiplied) are not compared letter by letter. */
const mostCells = 1_000_000;

/** How many letters of `after` stand before what followed the caret in `before`: the letters that both share decide. */
function aligned(before: string, after: string, caret: number): number {
  if (before.length * after.length > mostCells) return after.length;
  const width = after.length + 1;
  // The longest run of letters, not necessarily side by side, that the rests of both have in common.
  const shared = new Uint16Array((before.length + 1) * width);
  const at = (row: number, column: number) => shared[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const same = before[row] === after[column];
      shared[row * width + column] = same ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let [row, column] = [0, 0];
  while (row < caret && column < after.length) {
    if (before[row] === after[column]) [row, column] = [row + 1, column + 1];
    else if (at(row, column + 1) >= at(row + 1, column)) column += 1;
    else row += 1;
  }
  return column;
}

/** Where a caret stands after a text was changed by somebody else: it stays behind the letter it stood behind. */
export function movedCaret(before: string, after: string, caret: number): number {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  if (caret <= start) return caret;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const fromEnd = before.length - caret;
  if (fromEnd <= tail) return after.length - fromEnd;
  return start + aligned(before.slice(start, before.length - tail), after.slice(start, after.length - tail), caret - start);
}
