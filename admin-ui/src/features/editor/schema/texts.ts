import type { Settings } from "@/shared/page-document/document";
import { isShown, type Field } from "./field";

/** One of the texts that a block's settings hold, in whatever list or group it stands. */
export interface BlockText {
  /** Names it within the settings, as refusals do. */
  path: string;
  field: Field;
  /** The entries and groups that it stands in, such as "Entry 2". */
  within: string[];
  value: unknown;
  /** The settings beside it. */
  siblings: Settings;
  /** The block's settings with this text changed. */
  changed: (value: unknown) => Settings;
}

/** Kinds of texts, the longest sort first. */
const kindsOfText: Field["kind"][] = ["richtext", "html", "textarea", "text"];

interface Around {
  path: string;
  within: string[];
  changed: (value: unknown) => Settings;
}

interface Spot extends Around {
  siblings: Settings;
}

function textsAt(field: Field, value: unknown, { path, within, siblings, changed }: Spot): BlockText[] {
  switch (field.kind) {
    case "list": {
      const entries: unknown[] = Array.isArray(value) ? value : [];
      return entries.flatMap((entry, index) => {
        const title = `${field.item.title || field.title} ${index + 1}`;
        const spot = { path: `${path}.${index}`, siblings, changed: (next: unknown) => changed(entries.with(index, next)) };
        // An entry that is itself a text is named in its place.
        return field.item.kind === "group"
          ? textsAt(field.item, entry, { ...spot, within: [...within, title] })
          : textsAt({ ...field.item, title }, entry, { ...spot, within });
      });
    }
    case "group":
      return textsOfGroup(field.fields, isSettings(value) ? value : {}, { path: `${path}.`, within, changed });
    default:
      // Addresses and keys have a prescribed form, and what is chosen by name is no writing either.
      return kindsOfText.includes(field.kind) && field.form === null && field.offers === null ? [{ path, field, within, value, siblings, changed }] : [];
  }
}

function isSettings(value: unknown): value is Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textsOfGroup(fields: Field[], values: Settings, { path, within, changed }: Around): BlockText[] {
  return fields
    .filter((field) => isShown(field, values, fields))
    .flatMap((field) =>
      textsAt(field, values[field.name] ?? field.fallback, {
        path: `${path}${field.name}`,
        within: field.kind === "group" ? [...within, field.title] : within,
        siblings: values,
        changed: (next) => changed({ ...values, [field.name]: next }),
      }),
    );
}

/** The text of a block that is edited first: its longest sort, of those that stand in no list rather than in one. */
export function longestText(texts: BlockText[]): BlockText | null {
  const outside = texts.filter(({ path }) => !path.includes("."));
  const from = outside.length > 0 ? outside : texts;
  return kindsOfText.map((kind) => from.find(({ field }) => field.kind === kind)).find((text) => text !== undefined) ?? null;
}

/** The texts that can be edited in their place on the page, in the order of the settings. */
export function textsIn(fields: Field[], settings: Settings): BlockText[] {
  const all = textsOfGroup(fields, settings, { path: "", within: [], changed: (next) => (isSettings(next) ? next : settings) });
  const longest = longestText(all);
  return all.filter((text) => text.field.readInPlace || text === longest);
}
