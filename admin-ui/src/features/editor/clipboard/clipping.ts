import { documentIn, type Block, type PageDocument, type Section } from "@/shared/page-document/document";
import { countBlocks, findBlock, findSection } from "../document/find";
import { newId } from "../document/ids";
import { copyOfSection, emptySection, insertBlock, insertSection } from "../document/operations";
import { blockLimit } from "../document/types";
import type { Selection } from "../slice";

/** A copied part of a page. */
export type Clipping = { type: "block"; block: Block } | { type: "section"; section: Section };

/** Marker of our clipboard text. */
const sign = "stoa-page-part";

/** A copy of the selection. */
export function clippingOf(document: PageDocument, selection: Selection): Clipping | null {
  if (selection.type === "block") {
    const found = findBlock(document, selection.id);
    return found === null ? null : { type: "block", block: found.block };
  }
  if (selection.type === "section") {
    const found = findSection(document, selection.id);
    return found === null ? null : { type: "section", section: found.section };
  }
  return null;
}

/** A section with new ids that contains a clipping. */
export function sectionOf(clipping: Clipping): Section {
  if (clipping.type === "section") return copyOfSection(clipping.section);
  return {
    ...emptySection(),
    rows: [{ id: newId(), columns: [{ span: 12, blocks: [{ ...clipping.block, id: newId() }] }] }],
  };
}

export function serializeClipping(clipping: Clipping): string {
  return JSON.stringify({ [sign]: 1, ...clipping });
}

/** The part of a page in a clipboard text; null if there is none. */
export function parseClipping(text: string): Clipping | null {
  if (!text.includes(sign)) return null;
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    if (value[sign] !== 1) return null;
    const block = value["type"] === "block";
    const alone = { ...emptySection(), rows: [{ id: newId(), columns: [{ span: 12, blocks: [value["block"]] }] }] };
    const section = documentIn({ version: 1, sections: [block ? alone : value["section"]] })?.sections[0];
    if (section === undefined) return null;
    const first = section.rows[0]?.columns[0]?.blocks[0];
    if (!block) return { type: "section", section };
    return first === undefined ? null : { type: "block", block: first };
  } catch {
    return null;
  }
}

/** Index for a section inserted after the selection. */
function indexAfter(document: PageDocument, selection: Selection): number {
  const sectionId =
    selection.type === "block"
      ? findBlock(document, selection.id)?.section.id
      : selection.type === "section"
        ? selection.id
        : undefined;
  const found = sectionId === undefined ? null : findSection(document, sectionId);
  return found === null ? document.sections.length : found.index + 1;
}

/** The document with a clipping after the selection, and the new selection; null if the block limit is exceeded. */
export function pasteClipping(
  document: PageDocument,
  selection: Selection,
  clipping: Clipping,
): [PageDocument, Selection] | null {
  if (clipping.type === "block" && selection.type === "block") {
    const place = findBlock(document, selection.id)?.place;
    if (place !== undefined) {
      const block = { ...clipping.block, id: newId() };
      const changed = insertBlock(document, { ...place, index: place.index + 1 }, block);
      return changed === document ? null : [changed, { type: "block", id: block.id }];
    }
  }
  if (clipping.type === "block") {
    const section = selection.type === "section" ? findSection(document, selection.id)?.section : undefined;
    const row = section?.rows.at(-1);
    const column = row?.columns.at(-1);
    const block = { ...clipping.block, id: newId() };
    if (row !== undefined && column !== undefined) {
      const changed = insertBlock(
        document,
        { rowId: row.id, column: row.columns.length - 1, index: column.blocks.length },
        block,
      );
      return changed === document ? null : [changed, { type: "block", id: block.id }];
    }
    const around = { ...emptySection(), rows: [{ id: newId(), columns: [{ span: 12, blocks: [block] }] }] };
    return withinLimit(insertSection(document, indexAfter(document, selection), around), {
      type: "block",
      id: block.id,
    });
  }
  const section = copyOfSection(clipping.section);
  return withinLimit(insertSection(document, indexAfter(document, selection), section), {
    type: "section",
    id: section.id,
  });
}

function withinLimit(document: PageDocument, selection: Selection): [PageDocument, Selection] | null {
  return countBlocks(document) > blockLimit ? null : [document, selection];
}
