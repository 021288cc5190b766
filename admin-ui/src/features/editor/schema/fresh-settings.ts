import type { BlockKind, Target } from "../api";
import { fieldsOf } from "./field";

/** The settings of a new block: where only one kind of page fits, the site's first of that kind is preselected. */
export function freshSettings(
  { settingsSchema }: BlockKind,
  settings: Record<string, unknown>,
  pages: Target[],
): Record<string, unknown> {
  const chosen: Record<string, unknown> = {};
  for (const field of fieldsOf(settingsSchema)) {
    if (field.kind !== "collection" || field.pages?.length !== 1 || settings[field.name] !== "") continue;
    const first = pages.find(({ kind }) => kind !== null && field.pages?.includes(kind));
    if (first !== undefined) chosen[field.name] = first.id;
  }
  return { ...settings, ...chosen };
}
