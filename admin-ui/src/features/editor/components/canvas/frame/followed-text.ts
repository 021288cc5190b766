import { boxOf } from "./measure";
import type { Box, FollowedText } from "./messages";
import { ownElement } from "./own-parts";
import { textsWithin } from "./pressed-text";

/** Minimum distance from the upper edge when the page is scrolled to a text. */
const margin = 16;

interface Followed {
  text: FollowedText;
  /**
   * Path to its element: child indexes from the block inwards. The text changes while it is edited, the path does not.
   */
  way: { index: number; tag: string }[] | null;
}

let followed: Followed | null = null;

function blockOf({ blockId }: FollowedText): Element | null {
  return ownElement(`[data-block-id="${CSS.escape(blockId)}"]`);
}

function found(block: Element, { sought }: FollowedText): Element | null {
  const all = textsWithin(block);
  for (const { text, nth, of } of sought) {
    const alike = all.filter((one) => one.text === text);
    const index = of > 0 && alike.length % of === 0 ? nth : 0;
    const element = alike[index]?.element;
    if (element !== undefined) return element;
  }
  return null;
}

function wayTo(element: Element, block: Element): Followed["way"] {
  if (element === block) return [];
  const parent = element.parentElement;
  return parent === null
    ? null
    : [...(wayTo(parent, block) ?? []), { index: [...parent.children].indexOf(element), tag: element.tagName }];
}

function along(way: NonNullable<Followed["way"]>, block: Element): Element | null {
  return way.reduce<Element | null>((element, { index, tag }) => {
    const child = element?.children[index];
    return child?.tagName === tag ? child : null;
  }, block);
}

/** The current element of the text; for collapsed content, the element that it is collapsed into. */
function elementNow(): Element | null {
  if (followed === null) return null;
  const block = blockOf(followed.text);
  if (block === null) return null;
  if (followed.way === null) {
    const element = found(block, followed.text);
    if (element !== null) followed.way = wayTo(element, block);
  }
  let element = followed.way === null ? null : along(followed.way, block);
  while (
    element !== null &&
    element !== block &&
    (!element.checkVisibility() || element.getBoundingClientRect().height === 0)
  )
    element = element.parentElement;
  return element;
}

/** Starts following a text, and scrolls it into view with as much space below it as possible. */
export function follow(text: FollowedText | null): void {
  followed = text === null ? null : { text, way: null };
  const element = elementNow();
  if (element === null || text === null) return;
  const { top, bottom } = element.getBoundingClientRect();
  const missing = bottom + text.room - window.innerHeight;
  if (top < 0) window.scrollBy({ top: top - margin });
  else if (missing > 0) window.scrollBy({ top: Math.max(0, Math.min(missing, top - margin)) });
}

/** Position of the followed text; null if none is followed, or if a text that was found is missing for a while. */
export function followedPosition(): { turn: number; box: Box | null } | null {
  const element = elementNow();
  if (followed === null || (element === null && followed.way !== null)) return null;
  return { turn: followed.text.turn, box: element === null ? null : boxOf(element) };
}
