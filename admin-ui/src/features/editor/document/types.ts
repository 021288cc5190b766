import type { Page } from "../api";

export type Document = Page["document"];
export type Section = Document["sections"][number];
export type Row = Section["rows"][number];
export type Column = Row["columns"][number];
export type Block = Column["blocks"][number];
export type Settings = Block["settings"];
export type SectionSettings = Section["settings"];

/** A place for a block: before the block that now has this index. */
export interface Place {
  rowId: string;
  column: number;
  index: number;
}

/** At most so many blocks stand in one document. */
export const blockLimit = 60;
