import { t } from "@lingui/core/macro";
import type { AssetKind } from "@/shared/assets/api";
import { allAssetKinds, onlyImages } from "@/shared/assets/asset-kinds";
import { newId } from "../document/ids";
import { datasetProblem } from "./dataset";

/** One setting of a block for the inspector's form, parsed from the kind's JSON Schema. */
export type Field = FieldFrame & FieldShape;

interface FieldFrame {
  name: string;
  title: string;
  description: string | null;
  fallback: unknown;
  /** Value in a new entry, if different from the default. */
  initial: unknown;
  /** Sibling settings and the values under which this one applies. */
  showWhen: Record<string, unknown[]>;
  /** Whether it must have a value. */
  required: boolean;
  /** The inspector tab it is on; null for kinds without tabs. */
  tab: string | null;
  /** Whether its value is generated and never shown. */
  generated: boolean;
  /** Whether a feature flag of the site hides it. */
  hidden: boolean;
  /** Whether visitors read the text in the block itself, unlike keys or a confirmation shown later. */
  readInPlace: boolean;
  /** Whether it can be overridden per device. */
  perDevice: boolean;
  /** Required format of a text, and the message if it does not match; null for any text. */
  form: TextForm | null;
  /** The kinds of pages it offers; null for all that have content of their own. */
  pages: readonly string[] | null;
  /** The site's objects that are chosen by name. */
  offers: Offers | null;
  /** Validates a text with its siblings while it is typed; null for no validation. */
  check: Check | null;
}

/**
 * Objects of the site that a setting refers to by name; all but folders belong to the page in the setting `collection`.
 */
export type Offers = (typeof offered)[number];

const offered = ["folder", "post-tag", "post-category", "product-category"] as const;

type Check = (text: string, siblings: Record<string, unknown>) => string | null;

const checks: Readonly<Record<string, Check>> = { dataset: (text, { design }) => datasetProblem(text, design) };

interface TextForm {
  pattern: RegExp;
  message: string;
}

/** A tab of the inspector. */
export interface SettingsTab {
  name: string;
  title: string;
}

type FieldShape =
  | {
      kind:
        | "text"
        | "textarea"
        | "code"
        | "html"
        | "richtext"
        | "url"
        | "color"
        | "date"
        | "collection"
        | "product"
        | "mailing-list";
      maxLength: number | null;
    }
  | { kind: "asset"; /** Allowed kinds. */ kinds: AssetKind[] }
  | { kind: "number"; minimum: number | null; maximum: number | null; whole: boolean; unit: string | null }
  | { kind: "boolean" }
  | {
      kind: "choice";
      options: { value: string | number; title: string; /** On pages from right to left. */ turned?: string }[];
    }
  | { kind: "list"; item: Field; itemLabel: string | null; maxItems: number | null }
  | { kind: "group"; fields: Field[] };

type Json = Record<string, unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

const textFormats = ["textarea", "code", "html", "color", "date", "collection", "product", "mailing-list"] as const;

function textShape(schema: Json): FieldShape {
  const maxLength = numberOf(schema["maxLength"]);
  const format = schema["format"];
  if (format === "url" || format === "uri" || format === "uri-reference") return { kind: "url", maxLength };
  if (format === "asset") return { kind: "asset", kinds: assetKindsOf(schema["x-kinds"]) };
  const known = textFormats.find((candidate) => candidate === format);
  return { kind: known ?? "text", maxLength };
}

/** Images, unless a schema names other kinds of files. */
function assetKindsOf(named: unknown): AssetKind[] {
  return Array.isArray(named) ? allAssetKinds.filter((kind) => named.includes(kind)) : onlyImages;
}

/** Patterns are written for the server; one that browsers cannot parse is left to it. */
function formOf(schema: Json): TextForm | null {
  const pattern = textOf(schema["pattern"]);
  const message = textOf(schema["x-patternMessage"]);
  if (pattern === null || message === null) return null;
  try {
    return { pattern: new RegExp(pattern, "u"), message };
  } catch {
    return null;
  }
}

function choiceShape(values: unknown[], { "x-enumTitles": titles, "x-turnedTitles": turnedTitles }: Json): FieldShape {
  const names: unknown[] = Array.isArray(titles) ? titles : [];
  const turned: unknown[] = Array.isArray(turnedTitles) ? turnedTitles : [];
  const options = values
    .filter((value): value is string | number => typeof value === "string" || typeof value === "number")
    .map((value, index) => {
      const other = textOf(turned[index]);
      const title = textOf(names[index]) ?? readable(String(value));
      return other === null ? { value, title } : { value, title, turned: other };
    });
  return { kind: "choice", options };
}

function shapeOf(schema: Json): FieldShape | null {
  if (schema["format"] === "richtext") return { kind: "richtext", maxLength: numberOf(schema["maxLength"]) };
  if (Array.isArray(schema["enum"])) return choiceShape(schema["enum"], schema);
  switch (schema["type"]) {
    case "string":
      return textShape(schema);
    case "integer":
    case "number":
      return {
        kind: "number",
        minimum: numberOf(schema["minimum"]),
        maximum: numberOf(schema["maximum"]),
        whole: schema["type"] === "integer",
        unit: textOf(schema["x-unit"]),
      };
    case "boolean":
      return { kind: "boolean" };
    case "array": {
      if (!isJson(schema["items"])) return null;
      const item = fieldOf("", schema["items"], false);
      if (item === null) return null;
      return {
        kind: "list",
        item,
        itemLabel: textOf(schema["items"]["x-itemLabel"]),
        maxItems: numberOf(schema["maxItems"]),
      };
    }
    case "object":
      return { kind: "group", fields: fieldsOf(schema) };
    default:
      return null;
  }
}

function readable(name: string): string {
  const words = name.replace(/[-_]/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

function showWhenOf(schema: Json): Record<string, unknown[]> {
  const conditions = schema["x-showWhen"];
  if (!isJson(conditions)) return {};
  const entries = Object.entries(conditions).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  return Object.fromEntries(entries);
}

function fieldOf(name: string, schema: Json, required: boolean): Field | null {
  const shape = shapeOf(schema);
  if (shape === null) return null;
  return {
    name,
    title: textOf(schema["title"]) ?? readable(name),
    description: textOf(schema["description"]),
    fallback: schema["default"],
    initial: schema["x-initial"],
    showWhen: showWhenOf(schema),
    required: required || (numberOf(schema["minLength"]) ?? 0) > 0,
    tab: textOf(schema["x-tab"]),
    generated: schema["x-generated"] === true,
    hidden: schema["x-hidden"] === true,
    readInPlace: schema["x-notRead"] !== true,
    perDevice: schema["x-perDevice"] === true,
    form: formOf(schema),
    pages: Array.isArray(schema["x-pages"]) ? schema["x-pages"].filter((kind) => typeof kind === "string") : null,
    offers: offered.find((one) => one === schema["x-offers"]) ?? null,
    check: checks[textOf(schema["x-check"]) ?? ""] ?? null,
    ...shape,
  };
}

/** The tabs of a kind's settings, in order; none for most kinds. */
export function tabsOf(schema: unknown): SettingsTab[] {
  if (!isJson(schema) || !Array.isArray(schema["x-tabs"])) return [];
  return schema["x-tabs"].filter(isJson).map((tab) => {
    const name = textOf(tab["name"]) ?? "";
    return { name, title: textOf(tab["title"]) ?? readable(name) };
  });
}

/** The settings of an object schema in schema order; unsupported ones are left out. */
export function fieldsOf(schema: unknown): Field[] {
  if (!isJson(schema) || !isJson(schema["properties"])) return [];
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(schema["properties"])
    .map(([name, property]) => (isJson(property) ? fieldOf(name, property, required.includes(name)) : null))
    .filter((field) => field !== null);
}

/** Initial value of a setting. */
export function initialValue(field: Field): unknown {
  // Keys must begin with a letter.
  if (field.generated) return `f${newId()}`;
  if (field.initial !== undefined) return field.initial;
  if (field.fallback !== undefined) return field.fallback;
  switch (field.kind) {
    case "boolean":
      return false;
    case "number":
      return field.minimum ?? 0;
    case "choice":
      return field.options[0]?.value ?? "";
    case "list":
      return [];
    case "group":
      // Hidden settings keep their default.
      return Object.fromEntries(
        field.fields.filter(({ hidden }) => !hidden).map((inner) => [inner.name, initialValue(inner)]),
      );
    default:
      return "";
  }
}

const none = {};

/** Whether a text is empty. */
function isEmptyText({ kind }: Field, value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return kind === "richtext" && isJson(value) && textOfTree(value).trim() === "";
}

/** Validation error of a text, as far as the browser can check it. */
export function validationError(
  field: Field,
  value: unknown,
  siblings: Record<string, unknown> = none,
): string | undefined {
  const { form, check } = field;
  if (field.required && isEmptyText(field, value)) return t`${{ title: field.title }} is needed.`;
  if (typeof value !== "string") return undefined;
  return form !== null && !form.pattern.test(value) ? form.message : (check?.(value, siblings) ?? undefined);
}

/** Whether a setting applies, given the values of its siblings. */
export function isShown(field: Field, values: Record<string, unknown>, siblings: Field[]): boolean {
  if (field.generated || field.hidden) return false;
  return Object.entries(field.showWhen).every(([name, allowed]) => {
    const value = values[name] ?? siblings.find((sibling) => sibling.name === name)?.fallback;
    return allowed.includes(value);
  });
}

/** Plain text of a rich text. */
export function textOfTree(node: Json): string {
  if (typeof node["text"] === "string") return node["text"];
  const content: unknown[] = Array.isArray(node["content"]) ? node["content"] : [];
  const words = content.filter(isJson).map(textOfTree);
  // Inline nodes are joined without a space, paragraphs with one.
  return words.join(content.some((child) => isJson(child) && child["type"] === "text") ? "" : " ");
}

/** A short excerpt to tell one block or list entry from another. */
export function excerptOf(value: unknown): string {
  const text = (isJson(value) ? textOfTree(value) : String(value ?? ""))
    .replace(/<[^>]*>/g, " ")
    .replace(/&nbsp;/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
