import type { Block, Column, PageDocument, Row, Section } from "@/shared/page-document/document";
import type { Place } from "./types";

/** All blocks in reading order, each with its place. */
export function placedBlocks(document: PageDocument): { block: Block; place: Place; section: Section }[] {
  return document.sections.flatMap((section) =>
    section.rows.flatMap((row) =>
      row.columns.flatMap((column, columnIndex) =>
        column.blocks.map((block, index) => ({ block, section, place: { rowId: row.id, column: columnIndex, index } })),
      ),
    ),
  );
}

/** Searches for the block without collecting all: several parts of the editor call it on each keystroke. */
export function findBlock(
  document: PageDocument,
  blockId: string,
): { block: Block; place: Place; section: Section } | null {
  for (const section of document.sections) {
    for (const row of section.rows) {
      for (const [column, { blocks }] of row.columns.entries()) {
        const index = blocks.findIndex(({ id }) => id === blockId);
        const block = blocks[index];
        if (block !== undefined) return { block, section, place: { rowId: row.id, column, index } };
      }
    }
  }
  return null;
}

export function findSection(document: PageDocument, sectionId: string): { section: Section; index: number } | null {
  const index = document.sections.findIndex((section) => section.id === sectionId);
  const section = document.sections[index];
  return section === undefined ? null : { section, index };
}

export function findRow(document: Pick<PageDocument, "sections">, rowId: string): Row | null {
  for (const { rows } of document.sections) {
    const row = rows.find(({ id }) => id === rowId);
    if (row !== undefined) return row;
  }
  return null;
}

export function columnAt(
  document: Pick<PageDocument, "sections">,
  place: Pick<Place, "rowId" | "column">,
): Column | null {
  return findRow(document, place.rowId)?.columns[place.column] ?? null;
}

export function countBlocks(document: PageDocument): number {
  return placedBlocks(document).length;
}
