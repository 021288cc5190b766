/** A place for a block: before the block that now has this index. */
export interface Place {
  rowId: string;
  column: number;
  index: number;
}

/** At most so many blocks stand in one document. */
export const blockLimit = 60;
