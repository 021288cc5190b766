/*
 * What the page inside the frame and the editor around it say to each other. The frame's origin is opaque, so neither
 * side trusts a message by its shape alone: each looks at who sent it, and reads it by the functions here.
 */

/** A rectangle in the page, in its CSS pixels, from the page's upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the parts of the document stand in the page. */
export interface PageLayout {
  rightToLeft: boolean;
  sections: (Box & { id: string })[];
  /** Columns by the section they stand in, the row from its top and the column in reading order, both from 0. */
  columns: (Box & { sectionId: string; row: number; column: number })[];
  blocks: (Box & { id: string })[];
}

/** A text of a block as it can be found in the page; without white space. */
export interface SoughtText {
  text: string;
  /** Which it is, from 0, of how many equal ones in the block. */
  nth: number;
  of: number;
}

/** A text that was pressed, or one that it is a part of. */
export interface PressedText extends SoughtText {
  box: Box;
}

/** A text whose place is told from now on. */
export interface FollowedText {
  /** Comes back with each place, since a text may have been left meanwhile. */
  turn: number;
  blockId: string;
  /** What of it the page may show, what is looked for first at the start. */
  sought: SoughtText[];
  /** How much of the page is to be in sight below it. */
  room: number;
}

/** How many such texts are told of one press, and how long one can be. */
export const mostLevels = 32;
export const mostText = 20_000;

/** Something done with a pointer in the frame; coordinates in CSS pixels of what is in sight of it. */
export interface PointerReport {
  phase: "move" | "down" | "up" | "leave" | "click" | "double";
  x: number;
  y: number;
  blockId: string | null;
  sectionId: string | null;
  touch: boolean;
  /** What was pressed twice, what is meant most likely first; nothing in other phases. */
  texts: PressedText[];
}

export interface KeyReport {
  key: string;
  alt: boolean;
  ctrl: boolean;
  meta: boolean;
  shift: boolean;
}

/** What the frame says. */
export type FrameMessage =
  | { type: "ready" }
  | { type: "layout"; layout: PageLayout }
  | { type: "scroll"; x: number; y: number }
  | { type: "pointer"; pointer: PointerReport }
  | { type: "key"; key: KeyReport }
  | { type: "text"; turn: number; /** Null where the page does not show the text. */ box: Box | null };

/** What the editor says. */
export type EditorMessage =
  | { type: "page"; html: string }
  | { type: "block"; id: string; html: string }
  | { type: "show"; id: string }
  | { type: "scrollBy"; y: number }
  | { type: "follow"; text: FollowedText | null };

type Json = Record<string, unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isId(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && value.length <= 64);
}

function isBox(value: unknown): value is Json & Box {
  return isJson(value) && ["x", "y", "width", "height"].every((name) => isNumber(value[name]));
}

function isListOf(value: unknown, fits: (entry: Json) => boolean): boolean {
  return Array.isArray(value) && value.every((entry) => isBox(entry) && fits(entry));
}

function isLayout(value: unknown): value is PageLayout {
  if (!isJson(value)) return false;
  const hasId = ({ id }: Json) => typeof id === "string";
  return (
    typeof value["rightToLeft"] === "boolean" &&
    isListOf(value["sections"], hasId) &&
    isListOf(value["blocks"], hasId) &&
    isListOf(value["columns"], ({ sectionId, row, column }) => typeof sectionId === "string" && isNumber(row) && isNumber(column))
  );
}

function isSought(value: unknown): value is Json & SoughtText {
  return isJson(value) && typeof value["text"] === "string" && value["text"].length <= mostText && isNumber(value["nth"]) && isNumber(value["of"]);
}

function isPressedText(value: unknown): value is PressedText {
  return isSought(value) && isBox(value["box"]);
}

function isFollowed(value: unknown): value is FollowedText {
  if (!isJson(value)) return false;
  const { turn, blockId, sought, room } = value;
  return isNumber(turn) && typeof blockId === "string" && Array.isArray(sought) && sought.every(isSought) && isNumber(room);
}

function isPressed(value: unknown): value is PressedText[] {
  return Array.isArray(value) && value.length <= mostLevels && value.every(isPressedText);
}

const phases = ["move", "down", "up", "leave", "click", "double"];

function isPointer(value: unknown): value is PointerReport {
  return (
    isJson(value) &&
    phases.includes(value["phase"] as string) &&
    isNumber(value["x"]) &&
    isNumber(value["y"]) &&
    isId(value["blockId"]) &&
    isId(value["sectionId"]) &&
    typeof value["touch"] === "boolean" &&
    isPressed(value["texts"])
  );
}

function isKey(value: unknown): value is KeyReport {
  return isJson(value) && typeof value["key"] === "string" && ["alt", "ctrl", "meta", "shift"].every((name) => typeof value[name] === "boolean");
}

/** A message of the frame, or null when it is none. */
export function frameMessageIn(value: unknown): FrameMessage | null {
  if (!isJson(value)) return null;
  switch (value["type"]) {
    case "ready":
      return { type: "ready" };
    case "layout":
      return isLayout(value["layout"]) ? { type: "layout", layout: value["layout"] } : null;
    case "scroll":
      return isNumber(value["x"]) && isNumber(value["y"]) ? { type: "scroll", x: value["x"], y: value["y"] } : null;
    case "pointer":
      return isPointer(value["pointer"]) ? { type: "pointer", pointer: value["pointer"] } : null;
    case "key":
      return isKey(value["key"]) ? { type: "key", key: value["key"] } : null;
    case "text": {
      const { turn, box } = value;
      return isNumber(turn) && (box === null || isBox(box)) ? { type: "text", turn, box } : null;
    }
    default:
      return null;
  }
}

/** A message of the editor, or null when it is none. */
export function editorMessageIn(value: unknown): EditorMessage | null {
  if (!isJson(value)) return null;
  const { type, html, id, y, text } = value;
  if (type === "page" && typeof html === "string") return { type, html };
  if (type === "block" && typeof html === "string" && typeof id === "string") return { type, id, html };
  if (type === "show" && typeof id === "string") return { type, id };
  if (type === "scrollBy" && isNumber(y)) return { type, y };
  if (type === "follow" && (text === null || isFollowed(text))) return { type, text };
  return null;
}
