/* Messages between the frame and the editor. The frame's origin is opaque, so the shape of a message is not sufficient: each side checks the sender, and parses messages with the functions here. */

/** A rectangle in CSS pixels from the upper left corner of the page. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Boxes of the document's parts on the page. */
export interface PageLayout {
  rightToLeft: boolean;
  sections: (Box & { id: string })[];
  /** Columns by section, row from the top and column in reading order, both 0-based. */
  columns: (Box & { sectionId: string; row: number; column: number })[];
  blocks: (Box & { id: string })[];
  /** Theme areas on the page other than the edited one, by their template names. */
  areas: (Box & { id: string })[];
}

/** A text of a block as it can be found on the page; without white space. */
export interface TextLocator {
  text: string;
  /** 0-based index among equal texts of the block. */
  nth: number;
  of: number;
}

/** A text that was pressed, or one that contains it. */
export interface PressedText extends TextLocator {
  box: Box;
}

/** A text whose position is reported from now on. */
export interface FollowedText {
  /** Repeated in each report, since the text may have changed meanwhile. */
  turn: number;
  blockId: string;
  /** Candidates for what the page shows of it, in order of preference. */
  sought: TextLocator[];
  /** Space to keep visible below it. */
  room: number;
}

/** Maximum number of such texts per press, and their maximum length. */
export const maxLevels = 32;
export const maxTextLength = 20_000;

/** A pointer event in the frame; coordinates in CSS pixels of its viewport. */
export interface PointerReport {
  phase: "move" | "down" | "up" | "leave" | "click" | "double";
  x: number;
  y: number;
  blockId: string | null;
  sectionId: string | null;
  /** The theme area it happened in, unless that area is edited; block and section are null then. */
  areaId: string | null;
  touch: boolean;
  /** The text that was double-clicked, most likely candidate first; empty in other phases. */
  texts: PressedText[];
}

interface KeyReport {
  key: string;
  alt: boolean;
  ctrl: boolean;
  meta: boolean;
  shift: boolean;
}

export type FrameMessage =
  | { type: "ready" }
  | { type: "layout"; layout: PageLayout }
  | { type: "scroll"; x: number; y: number }
  | { type: "pointer"; pointer: PointerReport }
  | { type: "key"; key: KeyReport }
  | { type: "text"; turn: number; /** Null if the page does not show the text. */ box: Box | null };

export type EditorMessage =
  | { type: "page"; html: string; /** The area that is edited; null when it is the page itself. */ area: string | null }
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
    isListOf(value["areas"], hasId) &&
    isListOf(
      value["columns"],
      ({ sectionId, row, column }) => typeof sectionId === "string" && isNumber(row) && isNumber(column),
    )
  );
}

function isTextLocator(value: unknown): value is Json & TextLocator {
  return (
    isJson(value) &&
    typeof value["text"] === "string" &&
    value["text"].length <= maxTextLength &&
    isNumber(value["nth"]) &&
    isNumber(value["of"])
  );
}

function isPressedText(value: unknown): value is PressedText {
  return isTextLocator(value) && isBox(value["box"]);
}

function isFollowed(value: unknown): value is FollowedText {
  if (!isJson(value)) return false;
  const { turn, blockId, sought, room } = value;
  return (
    isNumber(turn) &&
    typeof blockId === "string" &&
    Array.isArray(sought) &&
    sought.every(isTextLocator) &&
    isNumber(room)
  );
}

function isPressed(value: unknown): value is PressedText[] {
  return Array.isArray(value) && value.length <= maxLevels && value.every(isPressedText);
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
    isId(value["areaId"]) &&
    typeof value["touch"] === "boolean" &&
    isPressed(value["texts"])
  );
}

function isKey(value: unknown): value is KeyReport {
  return (
    isJson(value) &&
    typeof value["key"] === "string" &&
    ["alt", "ctrl", "meta", "shift"].every((name) => typeof value[name] === "boolean")
  );
}

/** Parses a message of the frame; null if it is not one. */
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

/** Parses a message of the editor; null if it is not one. */
export function editorMessageIn(value: unknown): EditorMessage | null {
  if (!isJson(value)) return null;
  const { type, html, id, y, text, area } = value;
  if (type === "page" && typeof html === "string" && isId(area)) return { type, html, area };
  if (type === "block" && typeof html === "string" && typeof id === "string") return { type, id, html };
  if (type === "show" && typeof id === "string") return { type, id };
  if (type === "scrollBy" && isNumber(y)) return { type, y };
  if (type === "follow" && (text === null || isFollowed(text))) return { type, text };
  return null;
}
