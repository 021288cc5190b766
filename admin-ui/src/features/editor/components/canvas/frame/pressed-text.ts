import { boxOf } from "./measure";
import { maxLevels, maxTextLength, type PressedText } from "./messages";

/** A text without white space: line breaks and spaces differ between settings and pages. */
export function withoutWhitespace(text: string | null): string {
  return (text ?? "").replace(/\s+/g, "");
}

/** The text directly in an element, outside its child elements. */
function ownText(element: Element): string {
  return withoutWhitespace(
    [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : "")).join(""),
  );
}

/** The texts that identify an element: its text, and its direct text. Pure wrappers have none. */
function textsOf(element: Element): string[] {
  const whole = withoutWhitespace(element.textContent);
  const isWrapping = [...element.children].some((child) => withoutWhitespace(child.textContent) === whole);
  return [...new Set(isWrapping ? [] : [whole, ownText(element)])].filter(Boolean);
}

/** The texts of an element and its descendants, in document order. */
export function textsWithin(root: Element): { element: Element; text: string }[] {
  return [root, ...root.querySelectorAll("*")].flatMap((element) =>
    textsOf(element).map((text) => ({ element, text })),
  );
}

function containsPoint(text: Node, x: number, y: number): boolean {
  const range = new Range();
  range.selectNodeContents(text);
  return [...range.getClientRects()].some(
    (rect) => rect.left <= x && x <= rect.right && rect.top <= y && y <= rect.bottom,
  );
}

/** The element whose text is at a point, also below a transparent element such as a link that covers a whole card. */
export function elementOfText(block: Element, x: number, y: number): Element | null {
  const isMeant = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && containsPoint(node, x, y));
  return document.elementsFromPoint(x, y).find((element) => block.contains(element) && isMeant(element)) ?? null;
}

/** The texts around a pressed point, from the block inwards; then the direct texts of these elements, outwards. */
export function pressedTexts(target: Element, block: Element): PressedText[] {
  const around: Element[] = [];
  for (
    let element: Element | null = target;
    element !== null;
    element = element === block ? null : element.parentElement
  )
    around.unshift(element);
  const all = textsWithin(block);
  const whole = around.map((element) => ({ element, text: withoutWhitespace(element.textContent) }));
  const alone = around.toReversed().map((element) => ({ element, text: ownText(element) }));
  const levels = [...whole, ...alone];
  return levels
    .filter(
      ({ text }, index) =>
        text !== "" && text.length <= maxTextLength && levels.findIndex((level) => level.text === text) === index,
    )
    .slice(-maxLevels)
    .map(({ element, text }) => {
      const alike = all.filter((other) => other.text === text);
      return {
        text,
        nth: alike.findIndex((other) => element.contains(other.element)),
        of: alike.length,
        box: boxOf(element),
      };
    });
}
