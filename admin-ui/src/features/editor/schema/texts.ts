import type { Settings } from "@/shared/page-document/document";
import { isShown, type Field } from "./field";

/** A text in a block's settings, at any depth of lists and groups. */
export interface BlockText {
  /** Path within the settings, as in validation errors. */
  path: string;
  field: Field;
  /** Labels of the entries and groups that contain it, such as "Entry 2". */
  within: string[];
  value: unknown;
  siblings: Settings;
  /** The block's settings with this text changed. */
  changed: (value: unknown) => Settings;
}

/** Field kinds of texts, longest first. */
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
        const spot = {
          path: `${path}.${index}`,
          siblings,
          changed: (next: unknown) => changed(entries.with(index, next)),
        };
        // An entry that is itself a text is named after its parent list.
        return field.item.kind === "group"
          ? textsAt(field.item, entry, { ...spot, within: [...within, title] })
          : textsAt({ ...field.item, title }, entry, { ...spot, within });
      });
    }
    case "group":
      return textsOfGroup(field.fields, isSettings(value) ? value : {}, { path: `${path}.`, within, changed });
    default:
      // URLs and keys have a prescribed format, and references by name are not prose either.
      return kindsOfText.includes(field.kind) && field.form === null && field.offers === null
        ? [{ path, field, within, value, siblings, changed }]
        : [];
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

/** The text of a block to edit first: the longest kind, preferring texts outside lists. */
export function longestText(texts: BlockText[]): BlockText | null {
  const outside = texts.filter(({ path }) => !path.includes("."));
  const from = outside.length > 0 ? outside : texts;
  return (
    kindsOfText.map((kind) => from.find(({ field }) => field.kind === kind)).find((text) => text !== undefined) ?? null
  );
}

/** The texts that can be edited inline on the page, in the order of the settings. */
export function textsIn(fields: Field[], settings: Settings): BlockText[] {
  const all = textsOfGroup(fields, settings, {
    path: "",
    within: [],
    changed: (next) => (isSettings(next) ? next : settings),
  });
  const longest = longestText(all);
  return all.filter((text) => text.field.readInPlace || text === longest);
}
