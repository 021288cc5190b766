import { t } from "@lingui/core/macro";
import { areasScreen } from "@/shared/areas/addresses";
import type { Page } from "./api";

/** The screen with the settings outside the blocks of a page, item or area, and its label. */
export function settingsScreenOf({ id, kind }: Pick<Page, "id" | "kind">): { path: string; label: string } {
  if (kind === "area") return { path: areasScreen, label: t`Areas of the theme` };
  return kind === "item"
    ? { path: `items/${id}`, label: t`Settings of this item` }
    : { path: `pages/${id}/settings`, label: t`Page settings` };
}
