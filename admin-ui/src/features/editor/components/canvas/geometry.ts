import { t } from "@lingui/core/macro";
import { sectionMention, type Column, type PageDocument } from "@/shared/page-document/document";
import { findRow } from "../../document/find";
import type { Place, Room } from "../../document/types";
import type { Box, PageLayout } from "./frame/messages";

export interface Point {
  x: number;
  y: number;
}

/** A drop target, with the indicator line in page pixels; null if the page does not show it. */
export type DropSpot = { line: Box | null; label: string } & Room;
export type BlockSpot = Extract<DropSpot, { kind: "block" }>;
export type VisibleSpot = DropSpot & { line: Box };

/** A part of the page that can be moved. */
export type Part = { type: "block"; id: string } | { type: "section"; id: string };

/** What is dragged decides the targets: a section goes only between sections. */
export type Dragged =
  | Part
  | {
      type: "kind";
      kind: string;
      /** Settings of a preset; the kind's defaults otherwise. */ settings?: Record<string, unknown>;
    };

export const emptyLayout: PageLayout = { rightToLeft: false, sections: [], columns: [], blocks: [], areas: [] };

/** Converts a box from page pixels to screen pixels, from the upper left corner of the frame. */
export function onScreen(box: Box, scroll: Point, scale: number): Box {
  return {
    x: (box.x - scroll.x) * scale,
    y: (box.y - scroll.y) * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
}

const lineHeight = 4;

function flat(x: number, y: number, width: number): Box {
  return { x, y: y - lineHeight / 2, width, height: lineHeight };
}

/** The boundaries between stacked boxes, including above the first and below the last. */
function edgesOf(boxes: Box[]): number[] {
  return [...boxes.keys(), boxes.length].map((index) => {
    const above = boxes[index - 1];
    const below = boxes[index];
    if (above !== undefined && below !== undefined) return (above.y + above.height + below.y) / 2;
    return above !== undefined ? above.y + above.height : (below?.y ?? 0);
  });
}

function sectionSpots(document: PageDocument, layout: PageLayout): DropSpot[] {
  const { length } = document.sections;
  const boxes = document.sections
    .map(({ id }) => layout.sections.find((section) => section.id === id))
    .filter((box) => box !== undefined);
  const edges = boxes.length === length ? edgesOf(boxes) : [];
  return Array.from({ length: length + 1 }, (_, index): DropSpot => {
    const beside = boxes[index] ?? boxes[index - 1] ?? { x: 0, width: 0 };
    const y = edges[index];
    const next = document.sections[index];
    const label =
      next === undefined ? t`after the last section` : t`before ${{ sectionMention: sectionMention(next, index + 1) }}`;
    return { kind: "section", index, line: y === undefined ? null : flat(beside.x, y, beside.width), label };
  });
}

/** Indicator lines of a column by the index of the block that a drop goes before. */
function linesIn(column: Column, box: Box | undefined, blocks: Map<string, Box>): Map<number, Box> {
  const drawn = column.blocks.map(({ id }) => blocks.get(id)).filter((block) => block !== undefined);
  if (box === undefined || drawn.length !== column.blocks.length) return new Map();
  // Blocks hidden at this width have no line.
  const shown = drawn.flatMap((block, index) => (block.height > 0 ? [{ block, index }] : []));
  const edges = shown.length === 0 ? [box.y + box.height / 2] : edgesOf(shown.map(({ block }) => block));
  return new Map(edges.map((y, edge) => [shown[edge]?.index ?? column.blocks.length, flat(box.x, y, box.width)]));
}

function columnSpots(document: PageDocument, layout: PageLayout): DropSpot[] {
  const blocks = new Map(layout.blocks.map((block) => [block.id, block]));
  return document.sections.flatMap((section, sectionIndex) =>
    section.rows.flatMap((row, rowIndex) =>
      row.columns.flatMap((column, columnIndex) => {
        const box = layout.columns.find(
          (one) => one.sectionId === section.id && one.row === rowIndex && one.column === columnIndex,
        );
        const lines = linesIn(column, box, blocks);
        const mention = sectionMention(section, sectionIndex + 1);
        const where = row.columns.length > 1 ? t`${mention}, column ${{ value: columnIndex + 1 }}` : mention;
        return Array.from({ length: column.blocks.length + 1 }, (_, index): DropSpot => ({
          kind: "block",
          place: { rowId: row.id, column: columnIndex, index },
          line: lines.get(index) ?? null,
          label: t`position ${{ value: index + 1 }} of ${where}`,
        }));
      }),
    ),
  );
}

/** Whether a drop there changes nothing. */
function isIdle(spot: DropSpot, dragged: Dragged, document: PageDocument): boolean {
  if (dragged.type === "kind") return false;
  if (dragged.type === "section") {
    const index = document.sections.findIndex(({ id }) => id === dragged.id);
    return spot.kind === "section" && (spot.index === index || spot.index === index + 1);
  }
  if (spot.kind === "section") return false;
  const blocks = findRow(document, spot.place.rowId)?.columns[spot.place.column]?.blocks ?? [];
  return blocks[spot.place.index]?.id === dragged.id || blocks[spot.place.index - 1]?.id === dragged.id;
}

/** All drop targets in document order. */
export function dropSpots(document: PageDocument, layout: PageLayout, dragged: Dragged): DropSpot[] {
  const sections = sectionSpots(document, layout);
  const all = dragged.type === "section" ? sections : [...sections, ...columnSpots(document, layout)];
  return all.filter((spot) => !isIdle(spot, dragged, document));
}

/** The targets that the page shows, in reading order. */
export function visibleSpots(spots: DropSpot[], { rightToLeft }: PageLayout): VisibleSpot[] {
  const aside = rightToLeft ? -1 : 1;
  return spots
    .filter((spot): spot is VisibleSpot => spot.line !== null)
    .sort((one, other) => one.line.y - other.line.y || aside * (one.line.x - other.line.x));
}

/** The target for a place in the document, if a drop is possible there. */
export function spotAt(spots: DropSpot[], place: Place): DropSpot | null {
  const fits = (spot: DropSpot) =>
    spot.kind === "block" &&
    spot.place.rowId === place.rowId &&
    spot.place.column === place.column &&
    spot.place.index === place.index;
  return spots.find(fits) ?? null;
}

/** The target between sections with this many above it, if a drop is possible there. */
export function sectionSpotAt(spots: DropSpot[], index: number): DropSpot | null {
  return spots.find((spot) => spot.kind === "section" && spot.index === index) ?? null;
}

/** Index of a target, possibly of an earlier layout, among these; -1 if absent. */
export function indexOfSpot(spot: DropSpot | null, spots: VisibleSpot[]): number {
  if (spot === null) return -1;
  const same = spot.kind === "section" ? sectionSpotAt(spots, spot.index) : spotAt(spots, spot.place);
  return spots.findIndex((one) => one === same);
}

function distance({ line }: VisibleSpot, { x, y }: Point): number {
  const aside = Math.max(line.x - x, 0, x - line.x - line.width);
  return Math.hypot(aside, line.y + line.height / 2 - y);
}

/** The target nearest to a point on the page. */
export function nearestSpot(spots: VisibleSpot[], point: Point): VisibleSpot | null {
  return spots.reduce<VisibleSpot | null>(
    (nearest, spot) => (nearest === null || distance(spot, point) < distance(nearest, point) ? spot : nearest),
    null,
  );
}

/** Distance of a popover from its anchor and from the viewport edges. */
const gap = 4;
const margin = 8;

/** Top of a popover below a box, or above it if there is no space, always within the viewport; all in screen pixels. */
export function popoverTop({ y, height }: Box, own: number, room: number): number {
  const last = room - own - margin;
  const below = y + height + gap;
  const above = y - gap - own;
  return Math.max(margin, below <= last ? below : above >= margin ? Math.min(above, last) : last);
}
