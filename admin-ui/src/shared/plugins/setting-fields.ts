import { t } from "@lingui/core/macro";

/** A setting of a plugin, from its JSON Schema. */
export type SettingField = SettingFrame & SettingShape;

interface SettingFrame {
  name: string;
  /** Part of its path in the form. */
  key: string;
  label: string;
  help: string;
  initial: unknown;
  isRequired: boolean;
  /** Settings beside it, and the values of them with which it applies. */
  showWhen: Record<string, unknown[]>;
}

type SettingShape =
  | { kind: "text"; rows: number | null; maxLength: number | null; mayBeEmpty: boolean }
  | { kind: "number"; isWhole: boolean; minimum: number | null; maximum: number | null }
  | { kind: "boolean" }
  | { kind: "choice"; options: { value: Scalar; label: string }[] }
  | { kind: "list"; item: SettingField; most: number | null }
  | { kind: "group"; fields: SettingField[] }
  /** Anything else is written as JSON. */
  | { kind: "json" };

type Scalar = string | number | boolean;
type Loose = Record<string, unknown>;

/** Values of the form by key: texts, switches, groups, and lists of `{ item }`. */
export type SettingsForm = Record<string, unknown>;

function record(value: unknown): Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function number(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** A value without a title, such as `buy-get`. */
function readable(value: string): string {
  const words = value.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isScalar(value: unknown): value is Scalar {
  return ["string", "number", "boolean"].includes(typeof value);
}

function shapeOf(schema: Loose): SettingShape {
  if (Array.isArray(schema["enum"])) {
    const names: unknown[] = Array.isArray(schema["x-enumTitles"]) ? schema["x-enumTitles"] : [];
    const values = (schema["enum"] as unknown[]).filter(isScalar);
    return {
      kind: "choice",
      options: values.map((value, index) => ({ value, label: text(names[index]) || readable(String(value)) })),
    };
  }
  switch (schema["type"]) {
    case "string": {
      const rows = schema["format"] === "textarea" ? 3 : number(schema["x-lines"]);
      const isFree = ["format", "pattern", "minLength"].every((limit) => schema[limit] === undefined);
      return { kind: "text", rows, maxLength: number(schema["maxLength"]), mayBeEmpty: isFree };
    }
    case "integer":
    case "number":
      return {
        kind: "number",
        isWhole: schema["type"] === "integer",
        minimum: number(schema["minimum"]),
        maximum: number(schema["maximum"]),
      };
    case "boolean":
      return { kind: "boolean" };
    case "array":
      if (Object.keys(record(schema["items"])).length === 0) return { kind: "json" };
      return { kind: "list", item: fieldOf("item", schema["items"], true), most: number(schema["maxItems"]) };
    case "object":
      if (Object.keys(record(schema["properties"])).length === 0) return { kind: "json" };
      return { kind: "group", fields: settingFields(schema) };
    default:
      return { kind: "json" };
  }
}

function fieldOf(name: string, schema: unknown, isRequired: boolean): SettingField {
  const own = record(schema);
  return {
    name,
    key: name.replace(/[^\w-]/g, "_"),
    label: text(own["title"]) || name,
    help: text(own["description"]),
    initial: own["default"],
    isRequired,
    showWhen: showWhenOf(own),
    ...shapeOf(own),
  };
}

function showWhenOf(schema: Loose): Record<string, unknown[]> {
  const conditions = Object.entries(record(schema["x-showWhen"]));
  return Object.fromEntries(conditions.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1])));
}

function isSecret(schema: unknown): boolean {
  return record(schema)["x-secret"] !== undefined;
}

/** Whether a setting applies, by the form values of those beside it. */
export function isShown(field: SettingField, fields: SettingField[], form: unknown): boolean {
  const values = record(form);
  return Object.entries(field.showWhen).every(([name, allowed]) => {
    const other = fields.find((one) => one.name === name);
    return other === undefined || allowed.some((value) => String(value) === String(values[other.key]));
  });
}

/** The settings of the schema of an object, without its secrets: those are entered by themselves, and refused here. */
export function settingFields(schema: unknown): SettingField[] {
  const own = record(schema);
  const required: unknown[] = Array.isArray(own["required"]) ? own["required"] : [];
  return Object.entries(record(own["properties"]))
    .filter(([, property]) => !isSecret(property) && !isSecret(record(property)["items"]))
    .map(([name, property]) => fieldOf(name, property, required.includes(name)));
}

/** The form value of a setting: what is saved, or else its default. */
export function formValueOf(field: SettingField, saved?: unknown): unknown {
  const value = saved ?? field.initial;
  switch (field.kind) {
    case "text":
    case "number":
      return text(value);
    case "boolean":
      return value === true;
    case "choice":
      return isScalar(value) ? String(value) : "";
    case "list":
      return (Array.isArray(value) ? value : []).map((one: unknown) => ({ item: formValueOf(field.item, one) }));
    case "group":
      return formOf(field.fields, value);
    case "json":
      return value === undefined ? "" : JSON.stringify(value, null, 2);
  }
}

/** Form values: the settings, or the schema's defaults. */
export function formOf(fields: SettingField[], settings: unknown): SettingsForm {
  const known = record(settings);
  return Object.fromEntries(fields.map((field) => [field.key, formValueOf(field, known[field.name])]));
}

/** What is sent for a form value; undefined if it is left out, so that the default applies. */
function settingOf(field: SettingField, value: unknown): unknown {
  const typed = text(value).trim();
  switch (field.kind) {
    case "text":
      return typed === "" && !field.mayBeEmpty ? undefined : typed;
    case "number":
      return typed === "" ? undefined : Number(typed.replace(",", "."));
    case "boolean":
      return value === true;
    case "choice":
      return field.options.find((option) => String(option.value) === typed)?.value;
    case "list":
      return (Array.isArray(value) ? value : [])
        .map((entry: unknown) => settingOf(field.item, record(entry)["item"]))
        .filter((one) => one !== undefined);
    case "group":
      return settingsOf(field.fields, value);
    case "json":
      return typed === "" ? undefined : (JSON.parse(typed) as unknown);
  }
}

/** Settings from the form values; an empty number keeps its default. */
export function settingsOf(fields: SettingField[], form: unknown): Record<string, unknown> {
  const values = record(form);
  const entries = fields.map((field) => [field.name, settingOf(field, values[field.key])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function numberFault(field: Extract<SettingField, { kind: "number" }>, typed: string): string | null {
  const form = field.isWhole ? /^-?\d{1,15}$/ : /^-?\d{1,15}([.,]\d+)?$/;
  if (!form.test(typed)) return field.isWhole ? t`Enter a whole number` : t`Enter a number`;
  const value = Number(typed.replace(",", "."));
  const { minimum, maximum } = field;
  if (minimum !== null && value < minimum) return t`At least ${minimum}`;
  return maximum !== null && value > maximum ? t`At most ${maximum}` : null;
}

function isJson(typed: string): boolean {
  try {
    JSON.parse(typed);
    return true;
  } catch {
    return false;
  }
}

/** Checks a typed value as far as the browser can; the schema is checked by the server. */
export function checkSetting(field: SettingField, value: unknown): true | string {
  const typed = text(value).trim();
  if (field.kind === "boolean" || field.kind === "list" || field.kind === "group") return true;
  if (typed === "") return !field.isRequired || field.initial !== undefined || t`This is needed.`;
  if (field.kind === "number") return numberFault(field, typed) ?? true;
  return field.kind !== "json" || isJson(typed) || t`This is not valid JSON.`;
}

/** Path in the form of a setting that the server names, such as `rates.0.price`; null if the form has none. */
export function settingPath(fields: SettingField[], apiName: string): string | null {
  const [name, ...rest] = apiName.split(".");
  const field = fields.find((one) => one.name === name);
  if (field === undefined) return null;
  if (rest.length === 0) return field.key;
  const inner = pathWithin(field, rest);
  return inner === null ? field.key : `${field.key}.${inner}`;
}

function pathWithin(field: SettingField, rest: string[]): string | null {
  if (field.kind === "group") return settingPath(field.fields, rest.join("."));
  const [index = "", ...deeper] = rest;
  if (field.kind !== "list" || !/^\d+$/.test(index)) return null;
  const inner = deeper.length === 0 ? null : pathWithin(field.item, deeper);
  return inner === null ? `${index}.item` : `${index}.item.${inner}`;
}
