/** A place for a block: before the block that now has this index. */
export interface Place {
  rowId: string;
  column: number;
  index: number;
}

/** Room for a block: a place that is there, or a section that comes with the block. */
export type Room = { kind: "block"; place: Place } | { kind: "section"; index: number };

/** At most so many blocks stand in one document. */
export const blockLimit = 60;

/** What is said wherever one block more is wanted. */
export const limitReached = `You have reached the limit of ${blockLimit} blocks.`;
