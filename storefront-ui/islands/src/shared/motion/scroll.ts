import { wantsStillness } from "./stillness";
import { easeOutSine, tween } from "./tween";

/** Pixels left free above what is scrolled to. */
const offset = 30;
/** The bounds of the time a way takes, in ms: all ways take the same. */
const shortest = 50;
const longest = 50;

/** Pixels of the window that a header covers which stays when the page is scrolled. */
function coveredHeight(): number {
  const header = document.querySelector<HTMLElement>(".stoa-site-header");
  const stays = header !== null && ["sticky", "fixed"].includes(getComputedStyle(header).position);
  return stays ? header.offsetHeight : 0;
}

/** How long the way of so many pixels takes, in ms. */
export function scrollDuration(distance: number): number {
  return Math.min(Math.max(Math.abs(distance), shortest), longest);
}

/** Scrolls the page until `target` stands a little below the top of the window. */
export async function scrollPageTo(target: Element): Promise<void> {
  const start = window.scrollY;
  const distance = target.getBoundingClientRect().top - coveredHeight() - offset;
  const stand = (share: number): void => {
    window.scrollTo({ top: start + distance * easeOutSine(share), behavior: "instant" });
  };
  if (wantsStillness()) stand(1);
  else await tween(stand, scrollDuration(distance));
}
