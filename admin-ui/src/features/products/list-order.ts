/** Where something is dropped: right before or right behind what it is dropped on. */
export type DropSide = "before" | "after";

/**
 * The neighbour that something stands behind after a move; null for the first place, and undefined when the move
 * changes nothing.
 */
export function neighbourAfter(ids: readonly string[], moved: string, to: number): string | null | undefined {
  const from = ids.indexOf(moved);
  if (from < 0) return undefined;
  const others = ids.filter((id) => id !== moved);
  const place = Math.min(Math.max(to, 0), others.length);
  return place === from ? undefined : (others[place - 1] ?? null);
}

/** The place in the list that dropping on another row means. */
export function placeOfDrop(ids: readonly string[], moved: string, target: string, side: DropSide): number {
  const others = ids.filter((id) => id !== moved);
  const at = others.indexOf(target);
  return at < 0 ? ids.indexOf(moved) : at + (side === "after" ? 1 : 0);
}
