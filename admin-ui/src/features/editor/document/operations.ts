import { createNextState } from "@reduxjs/toolkit";
import { columnAt, countBlocks, findBlock, findSection } from "./find";
import { newId } from "./ids";
import type { Block, PageDocument, Section, SectionSettings, Settings } from "@/shared/page-document/document";
import { blockLimit, type Place } from "./types";
import { withBlocks } from "./with-blocks";

/*
 * Each operation takes a document and returns the changed one; the input is not modified.
 * An operation on a part that does not exist returns the document itself.
 */

export function insertBlock(document: PageDocument, place: Place, block: Block): PageDocument {
  if (countBlocks(document) >= blockLimit || columnAt(document, place) === null) return document;
  return createNextState(document, (draft) => {
    columnAt(draft, place)?.blocks.splice(place.index, 0, block);
  });
}

export function removeBlock(document: PageDocument, blockId: string): PageDocument {
  const found = findBlock(document, blockId);
  if (found === null) return document;
  return createNextState(document, (draft) => {
    columnAt(draft, found.place)?.blocks.splice(found.place.index, 1);
  });
}

export function changeBlockSettings(document: PageDocument, blockId: string, settings: Settings): PageDocument {
  const found = findBlock(document, blockId);
  if (found === null) return document;
  const { rowId, column, index } = found.place;
  const changed: Block = { ...found.block, settings };
  // Without Immer: this runs on each keystroke.
  const section = withBlocks(found.section, ({ blocks }, place) =>
    place.rowId === rowId && place.column === column
      ? blocks.map((block, at) => (at === index ? changed : block))
      : blocks,
  );
  return { ...document, sections: document.sections.map((each) => (each === found.section ? section : each)) };
}

/** Inserts a copy directly after the original; the second result is its id. */
export function duplicateBlock(document: PageDocument, blockId: string): [PageDocument, string] {
  const found = findBlock(document, blockId);
  if (found === null) return [document, blockId];
  const copy: Block = { ...found.block, id: newId() };
  const changed = insertBlock(document, { ...found.place, index: found.place.index + 1 }, copy);
  return [changed, changed === document ? blockId : copy.id];
}

/** Moves a block to a place in the document as it was before the move. */
export function moveBlock(document: PageDocument, blockId: string, place: Place): PageDocument {
  const found = findBlock(document, blockId);
  if (found === null || columnAt(document, place) === null) return document;
  const sameColumn = found.place.rowId === place.rowId && found.place.column === place.column;
  const index = sameColumn && found.place.index < place.index ? place.index - 1 : place.index;
  if (sameColumn && index === found.place.index) return document;
  return createNextState(document, (draft) => {
    columnAt(draft, found.place)?.blocks.splice(found.place.index, 1);
    columnAt(draft, place)?.blocks.splice(index, 0, found.block);
  });
}

function columnPlaces(document: PageDocument): Place[] {
  return document.sections.flatMap((section) =>
    section.rows.flatMap((row) =>
      row.columns.map((column, index) => ({ rowId: row.id, column: index, index: column.blocks.length })),
    ),
  );
}

/** Where a block goes when moved one step: within its column, then to the next one; null at the ends. */
export function stepPlace(document: PageDocument, blockId: string, step: -1 | 1): Place | null {
  const found = findBlock(document, blockId);
  if (found === null) return null;
  const { place } = found;
  const length = columnAt(document, place)?.blocks.length ?? 0;
  const target = place.index + step;
  if (target >= 0 && target < length) return { ...place, index: step === 1 ? target + 1 : target };
  const columns = columnPlaces(document);
  const current = columns.findIndex(({ rowId, column }) => rowId === place.rowId && column === place.column);
  const next = columns[current + step];
  if (next === undefined) return null;
  return step === 1 ? { ...next, index: 0 } : next;
}

export function stepBlock(document: PageDocument, blockId: string, step: -1 | 1): PageDocument {
  const place = stepPlace(document, blockId, step);
  return place === null ? document : moveBlock(document, blockId, place);
}

export function emptySection(): Section {
  return {
    id: newId(),
    settings: { tone: "default", width: "normal", padding: "medium" },
    rows: [{ id: newId(), columns: [{ span: 12, blocks: [] }] }],
  };
}

export function insertSection(document: PageDocument, index: number, section: Section): PageDocument {
  return createNextState(document, (draft) => {
    draft.sections.splice(index, 0, section);
  });
}

export function removeSection(document: PageDocument, sectionId: string): PageDocument {
  const found = findSection(document, sectionId);
  if (found === null) return document;
  return createNextState(document, (draft) => {
    draft.sections.splice(found.index, 1);
  });
}

export function moveSection(document: PageDocument, sectionId: string, step: -1 | 1): PageDocument {
  const found = findSection(document, sectionId);
  if (found === null) return document;
  const target = found.index + step;
  if (target < 0 || target >= document.sections.length) return document;
  return createNextState(document, (draft) => {
    draft.sections.splice(found.index, 1);
    draft.sections.splice(target, 0, found.section);
  });
}

/** A copy with new ids throughout. */
export function copyOfSection(section: Section): Section {
  return {
    ...section,
    id: newId(),
    rows: section.rows.map((row) => ({
      ...row,
      id: newId(),
      columns: row.columns.map((column) => ({
        ...column,
        blocks: column.blocks.map((block) => ({ ...block, id: newId() })),
      })),
    })),
  };
}

/** Inserts a copy directly after the original, unless that exceeds the block limit. */
export function duplicateSection(document: PageDocument, sectionId: string): [PageDocument, string] {
  const found = findSection(document, sectionId);
  if (found === null) return [document, sectionId];
  const copy = copyOfSection(found.section);
  const changed = insertSection(document, found.index + 1, copy);
  return countBlocks(changed) > blockLimit ? [document, sectionId] : [changed, copy.id];
}

export function changeSectionSettings(
  document: PageDocument,
  sectionId: string,
  settings: SectionSettings,
): PageDocument {
  const found = findSection(document, sectionId);
  if (found === null) return document;
  return createNextState(document, (draft) => {
    const section = draft.sections[found.index];
    if (section) section.settings = settings;
  });
}

export function addRow(document: PageDocument, sectionId: string): PageDocument {
  const found = findSection(document, sectionId);
  if (found === null) return document;
  return createNextState(document, (draft) => {
    draft.sections[found.index]?.rows.push({ id: newId(), columns: [{ span: 12, blocks: [] }] });
  });
}

/** Moves a row one step: within its section, then to the next one. The last row of a section cannot leave it. */
export function moveRow(document: PageDocument, rowId: string, step: -1 | 1): PageDocument {
  const from = document.sections.findIndex(({ rows }) => rows.some(({ id }) => id === rowId));
  const rows = document.sections[from]?.rows ?? [];
  const index = rows.findIndex(({ id }) => id === rowId);
  const row = rows[index];
  if (row === undefined) return document;
  const target = index + step;
  const staysInside = target >= 0 && target < rows.length;
  const next = from + step;
  if (!staysInside && (rows.length === 1 || document.sections[next] === undefined)) return document;
  return createNextState(document, (draft) => {
    draft.sections[from]?.rows.splice(index, 1);
    if (staysInside) draft.sections[from]?.rows.splice(target, 0, row);
    else if (step === 1) draft.sections[next]?.rows.unshift(row);
    else draft.sections[next]?.rows.push(row);
  });
}

/** Removes a row with all its blocks; the last row of a section cannot be removed. */
export function removeRow(document: PageDocument, rowId: string): PageDocument {
  return createNextState(document, (draft) => {
    for (const section of draft.sections) {
      if (section.rows.length > 1) section.rows = section.rows.filter((row) => row.id !== rowId);
    }
  });
}

/** Changes the columns of a row; blocks of removed columns move to the last remaining one. */
export function layOutRow(document: PageDocument, rowId: string, spans: number[]): PageDocument {
  if (spans.length === 0) return document;
  return createNextState(document, (draft) => {
    const row = draft.sections.flatMap((section) => section.rows).find(({ id }) => id === rowId);
    if (row === undefined) return;
    const columns = spans.map((span, index) => ({ span, blocks: row.columns[index]?.blocks ?? [] }));
    const surplus = row.columns.slice(spans.length).flatMap((column) => column.blocks);
    columns.at(-1)?.blocks.push(...surplus);
    row.columns = columns;
  });
}
