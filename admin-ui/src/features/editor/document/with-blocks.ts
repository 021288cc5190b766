import type { Block, Column, Row, Section } from "@/shared/page-document/document";
import type { Place } from "./types";

/** The section with the blocks of its columns replaced. */
export function withBlocks(
  section: Section,
  blocksOf: (column: Column, place: Pick<Place, "rowId" | "column">) => Block[],
): Section {
  const columns = ({ id, columns }: Row) =>
    columns.map((column, index) => ({ ...column, blocks: blocksOf(column, { rowId: id, column: index }) }));
  return { ...section, rows: section.rows.map((row) => ({ ...row, columns: columns(row) })) };
}
