import { textOfTree } from "../../schema/field";
import type { BlockText } from "../../schema/texts";
import { maxLevels, maxTextLength, type PressedText, type TextLocator } from "./frame/messages";
import { withoutWhitespace, textsWithin } from "./frame/pressed-text";

type Json = Record<string, unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The paragraphs and similar nodes of a rich text, and the nodes that contain several of them. */
function piecesOfTree(node: Json): string[] {
  const content: unknown[] = Array.isArray(node["content"]) ? node["content"] : [];
  const inner = content.filter(isJson).filter(({ type }) => type !== "text");
  const whole = withoutWhitespace(textOfTree(node));
  const isWrapping = inner.some((child) => withoutWhitespace(textOfTree(child)) === whole);
  return [...(isWrapping ? [] : [whole]), ...inner.flatMap(piecesOfTree)].filter(Boolean);
}

/** The parts of a text that an element on the page can show, the whole first. */
function piecesOf({ field, value }: BlockText): string[] {
  if (isJson(value)) return piecesOfTree(value);
  if (typeof value !== "string") return [];
  if (field.kind !== "html" && field.kind !== "richtext") return [withoutWhitespace(value)].filter(Boolean);
  return textsWithin(new DOMParser().parseFromString(value, "text/html").body).map(({ text }) => text);
}

interface Piece {
  text: BlockText;
  words: string;
  isWhole: boolean;
}

/** The pressed one of several equal parts, as far as their order or position among the settings tells. */
function oneOf(alike: Piece[], { nth, of }: PressedText): BlockText | null {
  // A page may show all of them several times, as a marquee does.
  if (of % alike.length === 0) return alike[nth % alike.length]?.text ?? null;
  const whole = alike.filter(({ isWhole }) => isWhole);
  const exact = whole.length > 0 ? whole : alike;
  const depth = ({ text }: Piece) => text.path.split(".").length;
  const least = Math.min(...exact.map(depth));
  const shallow = exact.filter((piece) => depth(piece) === least);
  return shallow.length === 1 ? (shallow[0]?.text ?? null) : null;
}

function allPieces(texts: BlockText[]): Piece[] {
  return texts.flatMap((text) => piecesOf(text).map((words, index): Piece => ({ text, words, isWhole: index === 0 })));
}

/** What a page may show of a block's text: the whole, or else its first part. */
export function textLocatorOf(text: BlockText, texts: BlockText[]): TextLocator[] {
  const pieces = allPieces(texts);
  return pieces
    .filter((piece) => piece.text === text && piece.words.length <= maxTextLength)
    .slice(0, maxLevels)
    .map((piece) => {
      const alike = pieces.filter(({ words }) => words === piece.words);
      return { text: piece.words, nth: alike.indexOf(piece), of: alike.length };
    });
}

/** The text that was pressed on the page; null if there is none or it is ambiguous. */
export function pressedField(texts: BlockText[], pressed: PressedText[]): { text: BlockText; at: PressedText } | null {
  const pieces = allPieces(texts);
  // The longest match is meant: an emphasised word belongs to its paragraph.
  for (const at of pressed) {
    const alike = pieces.filter(({ words }) => words === at.text);
    if (alike.length === 0) continue;
    const text = new Set(alike.map((piece) => piece.text)).size === 1 ? alike[0]?.text : oneOf(alike, at);
    return text ? { text, at } : null;
  }
  return null;
}
