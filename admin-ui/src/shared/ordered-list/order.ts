/** Drop position: directly before or after the target. */
export type DropSide = "before" | "after";

/** The order after a move to a 0-based index; the same array if nothing changes. */
export function movedTo(ids: readonly string[], moved: string, to: number): readonly string[] {
  const from = ids.indexOf(moved);
  const others = ids.filter((id) => id !== moved);
  const place = Math.min(Math.max(to, 0), others.length);
  return from < 0 || place === from ? ids : [...others.slice(0, place), moved, ...others.slice(place)];
}

/** The target index of a drop on another row. */
export function placeOfDrop(ids: readonly string[], moved: string, target: string, side: DropSide): number {
  const at = ids.filter((id) => id !== moved).indexOf(target);
  return at < 0 ? ids.indexOf(moved) : at + (side === "after" ? 1 : 0);
}

/** The order after a drop on another row; the same array if nothing changes. */
export function droppedOn(ids: readonly string[], moved: string, target: string, side: DropSide): readonly string[] {
  return movedTo(ids, moved, placeOfDrop(ids, moved, target, side));
}

/** The item before a moved one; null for the first position, undefined if the move changes nothing. */
export function neighbourAfter(ids: readonly string[], moved: string, to: number): string | null | undefined {
  const order = movedTo(ids, moved, to);
  return order === ids ? undefined : (order[order.indexOf(moved) - 1] ?? null);
}
