/** Texts with a larger product of lengths are not compared character by character. */
const maxCells = 1_000_000;

/** Position in `after` of the text that followed the caret in `before`, by longest common subsequence. */
function aligned(before: string, after: string, caret: number): number {
  if (before.length * after.length > maxCells) return after.length;
  const width = after.length + 1;
  // Lengths of the longest common subsequence of the remainders.
  const shared = new Uint16Array((before.length + 1) * width);
  const at = (row: number, column: number) => shared[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const same = before[row] === after[column];
      shared[row * width + column] = same
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
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

/** Caret position after a remote change of the text: it stays after the same character. */
export function caretAfterChange(before: string, after: string, caret: number): number {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  if (caret <= start) return caret;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const fromEnd = before.length - caret;
  if (fromEnd <= tail) return after.length - fromEnd;
  return (
    start + aligned(before.slice(start, before.length - tail), after.slice(start, after.length - tail), caret - start)
  );
}
