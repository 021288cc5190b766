import { prefersReducedMotion } from "./reduced-motion";
import { easeOutSine, tween } from "./tween";

/** Pixels kept free above a scroll target. */
const offset = 30;
/** Duration of every scroll, in ms. */
const duration = 50;

/** Height of the sticky header in pixels. */
function coveredHeight(): number {
  const header = document.querySelector<HTMLElement>(".stoa-site-header");
  const stays = header !== null && ["sticky", "fixed"].includes(getComputedStyle(header).position);
  return stays ? header.offsetHeight : 0;
}

/** Scrolls the page until `target` is slightly below the top of the window. */
export async function scrollPageTo(target: Element): Promise<void> {
  const start = window.scrollY;
  const distance = target.getBoundingClientRect().top - coveredHeight() - offset;
  const stand = (share: number): void => {
    window.scrollTo({ top: start + distance * easeOutSine(share), behavior: "instant" });
  };
  if (prefersReducedMotion()) stand(1);
  else await tween(stand, duration);
}
