import { boxOf } from "./measure";
import { mostLevels, mostText, type PressedText } from "./messages";

/** A text without white space: settings hold line breaks and spaces otherwise than pages do. */
export function bare(text: string | null): string {
  return (text ?? "").replace(/\s+/g, "");
}

/** The part of an element's text that stands in no other element. */
function ownText(element: Element): string {
  return bare([...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : "")).join(""));
}

/** What an element is known by: its text and the part of its own. What merely wraps another element has no text. */
function textsOf(element: Element): string[] {
  const whole = bare(element.textContent);
  const isWrapping = [...element.children].some((child) => bare(child.textContent) === whole);
  return [...new Set(isWrapping ? [] : [whole, ownText(element)])].filter(Boolean);
}

/** The texts of all elements from this one on, in their order. */
export function textsWithin(root: Element): { element: Element; text: string }[] {
  return [root, ...root.querySelectorAll("*")].flatMap((element) => textsOf(element).map((text) => ({ element, text })));
}

function liesAt(text: Node, x: number, y: number): boolean {
  const range = new Range();
  range.selectNodeContents(text);
  return [...range.getClientRects()].some((rect) => rect.left <= x && x <= rect.right && rect.top <= y && y <= rect.bottom);
}

/** The element whose letters lie at a place, also below something transparent such as a link that covers a whole card. */
export function elementOfText(block: Element, x: number, y: number): Element | null {
  const isMeant = (element: Element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && liesAt(node, x, y));
  return document.elementsFromPoint(x, y).find((element) => block.contains(element) && isMeant(element)) ?? null;
}

/** The texts around a pressed place, from the block inwards; after them what stands in each of these elements alone, outwards. */
export function pressedTexts(target: Element, block: Element): PressedText[] {
  const around: Element[] = [];
  for (let element: Element | null = target; element !== null; element = element === block ? null : element.parentElement) around.unshift(element);
  const all = textsWithin(block);
  const whole = around.map((element) => ({ element, text: bare(element.textContent) }));
  const alone = around.toReversed().map((element) => ({ element, text: ownText(element) }));
  const levels = [...whole, ...alone];
  return levels
    .filter(({ text }, index) => text !== "" && text.length <= mostText && levels.findIndex((level) => level.text === text) === index)
    .slice(-mostLevels)
    .map(({ element, text }) => {
      const alike = all.filter((other) => other.text === text);
      return { text, nth: alike.findIndex((other) => element.contains(other.element)), of: alike.length, box: boxOf(element) };
    });
}
