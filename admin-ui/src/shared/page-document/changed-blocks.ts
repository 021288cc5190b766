import type { Block, Column, PageDocument, Row, Section } from "./document";

/** Differences of entries with the same ids; null if the lists themselves differ. */
function compared<T>(
  before: readonly T[],
  after: readonly T[],
  compare: (before: T, after: T) => Block[] | null,
): Block[] | null {
  if (before === after) return [];
  if (before.length !== after.length) return null;
  const changes: Block[] = [];
  for (const [index, entry] of after.entries()) {
    const earlier = before[index];
    if (earlier === entry) continue;
    const found = earlier === undefined ? null : compare(earlier, entry);
    if (found === null) return null;
    changes.push(...found);
  }
  return changes;
}

function isAlike(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

function inBlock(before: Block, after: Block): Block[] | null {
  const { settings: earlier, ...one } = before;
  const { settings, ...other } = after;
  if (!isAlike(one, other)) return null;
  return isAlike(earlier, settings) ? [] : [after];
}

function inColumn({ blocks: before, ...one }: Column, { blocks: after, ...other }: Column): Block[] | null {
  return isAlike(one, other) ? compared(before, after, inBlock) : null;
}

function inRow({ columns: before, ...one }: Row, { columns: after, ...other }: Row): Block[] | null {
  return isAlike(one, other) ? compared(before, after, inColumn) : null;
}

function inSection({ rows: before, ...one }: Section, { rows: after, ...other }: Section): Block[] | null {
  return isAlike(one, other) ? compared(before, after, inRow) : null;
}

/** The blocks whose settings are the only difference of two documents; null if anything else differs. */
export function changedBlocks(before: PageDocument, after: PageDocument): Block[] | null {
  return before.version === after.version ? compared(before.sections, after.sections, inSection) : null;
}
