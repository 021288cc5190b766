import type { Block, Column, PageDocument, Row, Section } from "@/shared/page-document/document";
import type { Place } from "./types";

/** All blocks in reading order, each with where it stands. */
export function placedBlocks(document: PageDocument): { block: Block; place: Place; section: Section }[] {
  return document.sections.flatMap((section) =>
    section.rows.flatMap((row) =>
      row.columns.flatMap((column, columnIndex) =>
        column.blocks.map((block, index) => ({ block, section, place: { rowId: row.id, column: columnIndex, index } })),
      ),
    ),
  );
}

export function findBlock(document: PageDocument, blockId: string): { block: Block; place: Place; section: Section } | null {
  return placedBlocks(document).find(({ block }) => block.id === blockId) ?? null;
}

export function findSection(document: PageDocument, sectionId: string): { section: Section; index: number } | null {
  const index = document.sections.findIndex((section) => section.id === sectionId);
  const section = document.sections[index];
  return section === undefined ? null : { section, index };
}

export function findRow(document: PageDocument, rowId: string): Row | null {
  return document.sections.flatMap((section) => section.rows).find((row) => row.id === rowId) ?? null;
}

export function columnAt(document: PageDocument, place: Pick<Place, "rowId" | "column">): Column | null {
  return findRow(document, place.rowId)?.columns[place.column] ?? null;
}

export function countBlocks(document: PageDocument): number {
  return placedBlocks(document).length;
}
