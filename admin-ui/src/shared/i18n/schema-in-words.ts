import { i18n } from "./i18n";

/** Says an English text of the server in the language that is shown; one that is not known stays. */
export type Say = (english: string) => string;

type Json = Record<string, unknown>;

/** Members of a JSON Schema that people read. */
const read = new Set(["title", "description", "x-patternMessage", "x-emptyHint"]);

/** Loads the words for blocks, themes and texts to translate; null in English, in which the server says them. */
export async function loadSchemaWords(): Promise<Say | null> {
  if (i18n.locale === "en") return null;
  const { schemaWords } = await import("./schema-words/all");
  return (english) => schemaWords[english]?.() ?? english;
}

/** A text in English with the other side in it: "Image left" for "Image right". */
export function otherSide(english: string): string {
  return english.replace(/\b(?:left|right)\b/gi, (side) => {
    const other = side.toLowerCase() === "left" ? "right" : "left";
    return side.startsWith(side.charAt(0).toLowerCase()) ? other : other.charAt(0).toUpperCase() + other.slice(1);
  });
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapped(members: Json, change: (value: Json) => Json): Json {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, isJson(value) ? change(value) : value]),
  );
}

function listInWords(titles: unknown, say: (english: string) => string): unknown {
  return Array.isArray(titles)
    ? titles.map((title: unknown) => (typeof title === "string" ? say(title) : title))
    : titles;
}

function memberInWords(name: string, value: unknown, say: Say): unknown {
  if (typeof value === "string") return read.has(name) ? say(value) : value;
  if (name === "x-enumTitles") return listInWords(value, say);
  if (name === "x-tabs" && Array.isArray(value)) {
    return value.map((tab: unknown) => (isJson(tab) ? { ...tab, title: say(String(tab["title"])) } : tab));
  }
  if (name === "properties" && isJson(value)) return mapped(value, (schema) => schemaInWords(schema, say));
  // Defaults and examples are values, not words.
  return name === "items" && isJson(value) ? schemaInWords(value, say) : value;
}

/**
 * A JSON Schema with its titles in the language that is shown. Choices keep what they are called on pages that begin on
 * the right, since sides are found by their English names.
 */
export function schemaInWords(schema: Json, say: Say): Json {
  const members = Object.entries(schema).map(([name, value]) => [name, memberInWords(name, value, say)]);
  const turned = listInWords(schema["x-enumTitles"], (title) => say(otherSide(title)));
  return { ...(Object.fromEntries(members) as Json), ...(turned === undefined ? {} : { "x-turnedTitles": turned }) };
}

/** A label of the server that consists of titles and numbers, such as "Accordion: Entries / 2 / Title". */
export function labelInWords(label: string, say: Say): string {
  const known = say(label);
  if (known !== label) return known;
  const piece = (text: string) => {
    const counted = /^(.+) (\d+)$/.exec(text) ?? /^(Option) (.+)$/.exec(text);
    return counted === null ? say(text) : `${say(counted[1] ?? "")} ${counted[2] ?? ""}`;
  };
  return label
    .split(": ")
    .map((part) => part.split(" / ").map(piece).join(" / "))
    .join(": ");
}
