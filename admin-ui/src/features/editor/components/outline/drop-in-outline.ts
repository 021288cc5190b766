import type { PageDocument } from "@/shared/page-document/document";
import { findBlock, findRow } from "../../document/find";
import type { Place } from "../../document/types";
import { sectionSpotAt, spotAt, type Dragged, type DropSpot, type Point } from "../canvas/geometry";

/** Attributes that mark the outline and its lines. */
export const outlineWhole = "data-outline";
export const outlineBlock = "data-outline-block";
export const outlineSection = "data-outline-section";
export const outlineColumn = "data-outline-column";

export function columnName(rowId: string, column: number): string {
  return `${rowId} ${column}`;
}

/** The place for a screen point in the outline: above or below a line, or the end of a column. */
function placeAt(document: PageDocument, { x, y }: Point): Place | null {
  for (const under of window.document.elementsFromPoint(x, y)) {
    const line = under.closest(`[${outlineBlock}]`);
    const place = line === null ? undefined : findBlock(document, line.getAttribute(outlineBlock) ?? "")?.place;
    if (line !== null && place !== undefined) {
      const bounds = line.getBoundingClientRect();
      const after = y > bounds.top + bounds.height / 2;
      return { ...place, index: place.index + (after ? 1 : 0) };
    }
    const column = under.closest(`[${outlineColumn}]`);
    const [rowId, index] = column?.getAttribute(outlineColumn)?.split(" ") ?? [];
    const row = rowId === undefined ? null : findRow(document, rowId);
    const blocks = row?.columns[Number(index)]?.blocks;
    if (column !== null && row !== null && blocks !== undefined) {
      return { rowId: row.id, column: Number(index), index: blocks.length };
    }
  }
  return null;
}

/** The number of sections above a screen point, if it is on a section in the outline. */
function sectionIndexAt(document: PageDocument, { x, y }: Point): number | null {
  for (const under of window.document.elementsFromPoint(x, y)) {
    const entry = under.closest(`[${outlineSection}]`);
    const index = document.sections.findIndex(({ id }) => id === entry?.getAttribute(outlineSection));
    if (entry === null || index === -1) continue;
    const bounds = entry.getBoundingClientRect();
    return y > bounds.top + bounds.height / 2 ? index + 1 : index;
  }
  return null;
}

/** The drop target of an item dragged over the outline; null outside it, and where a drop is not possible. */
export function spotInOutline(
  document: PageDocument,
  spots: DropSpot[],
  dragged: Dragged,
  point: Point,
): DropSpot | null {
  if (dragged.type === "section") {
    const index = sectionIndexAt(document, point);
    return index === null ? null : sectionSpotAt(spots, index);
  }
  const place = placeAt(document, point);
  return place === null ? null : spotAt(spots, place);
}

/** The scroll container of the outline, if it overflows. */
function scrollerOf(outline: Element): Element | null {
  for (let around = outline.parentElement; around !== null; around = around.parentElement) {
    if (around.scrollHeight > around.clientHeight && getComputedStyle(around).overflowY === "auto") return around;
  }
  return null;
}

/** Auto-scrolls the outline by a step while an item is dragged closer to its upper or lower end than the edge. */
export function scrollOutline({ x, y }: Point, edge: number, step: number): void {
  const outline = window.document.elementsFromPoint(x, y).find((under) => under.matches(`[${outlineWhole}]`));
  const scroller = outline === undefined ? null : scrollerOf(outline);
  if (scroller === null) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (y < top + edge) scroller.scrollTop -= step;
  else if (y > bottom - edge) scroller.scrollTop += step;
}
