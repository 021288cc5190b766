import type { KeyboardEvent } from "react";

/** Attribute of the items that the arrow keys navigate. */
export const gridItemMark = { "data-offer": "" } as const;

const gridItemsIn = (list: Element) => [...list.querySelectorAll<HTMLElement>("[data-offer]:not(:disabled)")];

/** The item in the row below or above that is closest to the same column. */
function inNextRow(offers: HTMLElement[], from: number, by: 1 | -1): HTMLElement | undefined {
  const own = offers[from]?.getBoundingClientRect();
  if (own === undefined) return undefined;
  const beyond = by === 1 ? offers.slice(from + 1) : offers.slice(0, from).reverse();
  const placed = beyond.map((offer) => ({ offer, box: offer.getBoundingClientRect() }));
  const first = placed.find(({ box }) => (by === 1 ? box.top >= own.bottom : box.bottom <= own.top));
  if (first === undefined) return undefined;
  const row = placed.filter(({ box }) => box.top < first.box.bottom && box.bottom > first.box.top);
  const apart = ({ box }: (typeof placed)[number]) => Math.abs(box.left - own.left);
  return row.reduce((nearest, one) => (apart(one) < apart(nearest) ? one : nearest), first).offer;
}

/**
 * Arrow-key navigation in a grid of items below its search field: down from the field into the grid, along and across
 * it, and back up into the field.
 */
export function onGridKey(event: KeyboardEvent, field: HTMLElement | null, list: HTMLElement | null): void {
  if (list === null || event.altKey || event.ctrlKey || event.metaKey) return;
  const offers = gridItemsIn(list);
  const at = offers.findIndex((offer) => offer === document.activeElement);
  const isInField = document.activeElement === field;
  if (at < 0 && !isInField) return;
  const target = ((): HTMLElement | null | undefined => {
    switch (event.key) {
      case "ArrowDown":
        return isInField ? offers[0] : inNextRow(offers, at, 1);
      case "ArrowUp":
        return isInField ? undefined : (inNextRow(offers, at, -1) ?? field);
      case "ArrowRight":
        return isInField ? undefined : offers[at + 1];
      case "ArrowLeft":
        return isInField ? undefined : (offers[at - 1] ?? field);
      default:
        return undefined;
    }
  })();
  if (target === null || target === undefined) return;
  event.preventDefault();
  target.focus();
}
