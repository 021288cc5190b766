import type { Page } from "./api";

/** Where in the site what is beside the blocks of a page or an item is edited, and how that is called. */
export function settingsOf({ id, kind }: Pick<Page, "id" | "kind">): { path: string; label: string } {
  return kind === "item" ? { path: `items/${id}`, label: "Settings of this item" } : { path: `pages/${id}/settings`, label: "Page settings" };
}
