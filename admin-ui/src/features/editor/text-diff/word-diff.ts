/** A run of a diff: common to both texts, or only in the earlier or the later one. */
export interface Run {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Maximum size of the comparison table, in cells; larger differences are treated as one replacement. */
const maxCells = 4_000_000;

/** Splits a text into words, white space and single punctuation marks; joined they are the text again. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu) ?? [];
}

/** Length of the longest common subsequence of both remainders, by their start positions. */
function commonFrom(before: string[], after: string[]): Uint32Array[] {
  const table = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  const at = (row: number, column: number) => table[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const length =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
      table[row]?.fill(length, column, column + 1);
    }
  }
  return table;
}

function joined(runs: Run[]): Run[] {
  const whole: Run[] = [];
  for (const { kind, text } of runs) {
    const last = whole.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== "") whole.push({ kind, text });
  }
  return whole;
}

function middle(before: string[], after: string[]): Run[] {
  const removed = (words: string[]) => words.map((text): Run => ({ kind: "removed", text }));
  const added = (words: string[]) => words.map((text): Run => ({ kind: "added", text }));
  if (before.length * after.length > maxCells) return [...removed(before), ...added(after)];
  const table = commonFrom(before, after);
  const runs: Run[] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    const text = before[row] ?? "";
    if (text === after[column]) {
      runs.push({ kind: "same", text });
      row += 1;
      column += 1;
    } else if ((table[row + 1]?.[column] ?? 0) >= (table[row]?.[column + 1] ?? 0)) {
      runs.push({ kind: "removed", text });
      row += 1;
    } else {
      runs.push({ kind: "added", text: after[column] ?? "" });
      column += 1;
    }
  }
  return [...runs, ...removed(before.slice(row)), ...added(after.slice(column))];
}

/** Word diff of two texts: the longest common subsequence is kept, as in the editing rules. */
export function diffWords(before: string, after: string): Run[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return joined([
    { kind: "same", text: old.slice(0, start).join("") },
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    { kind: "same", text: old.slice(old.length - end).join("") },
  ]);
}

/** Characters of common text shown beside a difference. */
const beside = 60;

/** Shortens long common runs. */
export function shortened(runs: Run[]): Run[] {
  return runs.map((run, index) => {
    if (run.kind !== "same" || run.text.length <= 2 * beside) return run;
    const before = index === 0 ? "" : run.text.slice(0, beside);
    const after = index === runs.length - 1 ? "" : run.text.slice(-beside);
    return { ...run, text: `${before} … ${after}` };
  });
}
