import { t } from "@lingui/core/macro";
import type { components } from "@stoa/api/schema";

/* The document of a page. Responses are validated here before anything relies on the shape: a draft can be older than this program. */

export type PageDocument = components["schemas"]["Document"];
export type Section = components["schemas"]["Section"];
export type SectionSettings = components["schemas"]["SectionSettings"];
export type Row = components["schemas"]["Row"];
export type Column = components["schemas"]["Column"];
export type Block = components["schemas"]["Block"];
export type Settings = Block["settings"];
/** The languages in which a section or block is shown. */
export type ShownIn = NonNullable<Block["languages"]>;

/** The choices of a section's appearance; the first of each is the default. */
const choices = {
  tone: ["default", "muted", "dark", "accent"],
  width: ["normal", "narrow", "wide", "full"],
  padding: ["medium", "none", "small", "large"],
} as const satisfies { [Name in "tone" | "width" | "padding"]: readonly SectionSettings[Name][] };

type Json = Record<string, unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses every entry; null if one is invalid. */
function listIn<T>(value: unknown, read: (entry: unknown) => T | null): T[] | null {
  if (!Array.isArray(value)) return null;
  const entries = value.map(read);
  return entries.every((entry) => entry !== null) ? entries : null;
}

/** Device overrides, passed through unchanged: the document rules validate them. */
function devicesIn<T>(value: Json): { devices?: T } {
  return isJson(value["devices"]) ? { devices: value["devices"] as T } : {};
}

/** Languages, passed through unchanged like device overrides. */
function languagesIn(value: Json): { languages?: ShownIn } {
  return isJson(value["languages"]) ? { languages: value["languages"] } : {};
}

function blockIn(value: unknown): Block | null {
  if (!isJson(value)) return null;
  const { id, kind, settings = {} } = value;
  if (typeof id !== "string" || typeof kind !== "string" || !isJson(settings)) return null;
  return { id, kind, settings, ...devicesIn<NonNullable<Block["devices"]>>(value), ...languagesIn(value) };
}

function columnIn(value: unknown): Column | null {
  if (!isJson(value) || typeof value["span"] !== "number") return null;
  const blocks = listIn(value["blocks"], blockIn);
  return blocks === null ? null : { span: value["span"], blocks };
}

function rowIn(value: unknown): Row | null {
  if (!isJson(value) || typeof value["id"] !== "string") return null;
  const columns = listIn(value["columns"], columnIn);
  return columns === null ? null : { id: value["id"], ...devicesIn<NonNullable<Row["devices"]>>(value), columns };
}

/** The chosen value; the first one if there is none or it is unknown. */
function oneOf<Choice>(known: readonly [Choice, ...Choice[]], chosen: unknown): Choice {
  return known.find((choice) => choice === chosen) ?? known[0];
}

function backgroundIn(value: unknown): Pick<SectionSettings, "background"> {
  if (!isJson(value)) return {};
  const { asset, x, y, overlay } = value;
  const isWhole =
    typeof asset === "string" && typeof x === "number" && typeof y === "number" && typeof overlay === "number";
  return isWhole ? { background: { asset, x, y, overlay } } : {};
}

function sectionIn(value: unknown): Section | null {
  if (!isJson(value) || typeof value["id"] !== "string") return null;
  const rows = listIn(value["rows"], rowIn);
  if (rows === null) return null;
  const given = isJson(value["settings"]) ? value["settings"] : {};
  const settings: SectionSettings = {
    tone: oneOf(choices.tone, given["tone"]),
    width: oneOf(choices.width, given["width"]),
    padding: oneOf(choices.padding, given["padding"]),
    ...(typeof given["name"] === "string" ? { name: given["name"] } : {}),
    ...backgroundIn(given["background"]),
  };
  return {
    id: value["id"],
    settings,
    ...devicesIn<NonNullable<Section["devices"]>>(value),
    ...languagesIn(value),
    rows,
  };
}

/** The document in a response; null if its shape is unknown. */
export function documentIn(value: unknown): PageDocument | null {
  if (!isJson(value) || value["version"] !== 1) return null;
  const sections = listIn(value["sections"], sectionIn);
  return sections === null ? null : { version: 1, sections };
}

/** Name of a section: the owner's, or its number. */
export function sectionName({ settings }: Section, number: number): string {
  const own = settings.name?.trim() ?? "";
  return own === "" ? t`Section ${number}` : own;
}

/** Name of a section within a sentence. */
export function sectionMention(section: Section, number: number): string {
  const own = section.settings.name?.trim() ?? "";
  return own === "" ? t`section ${number}` : t`section “${own}”`;
}

/** All blocks in reading order. */
export function blocksOf(document: Pick<PageDocument, "sections">): Block[] {
  return document.sections
    .flatMap((section) => section.rows)
    .flatMap((row) => row.columns)
    .flatMap((column) => column.blocks);
}
