import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatter } from "@lingui/format-po";
import { compileMessageOrThrow, type CompiledMessage } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import { languages } from "./language";

const folder = join(import.meta.dirname, "../../locales");
const po = formatter();

interface Message {
  original: string;
  translation: string;
}

/** The messages of a catalogue by their ids. */
async function messagesOf(language: string): Promise<Map<string, Message>> {
  const filename = join(folder, `${language}.po`);
  const context = { locale: language, sourceLocale: "en", filename };
  const parsed = await po.parse(readFileSync(filename, "utf8"), context);
  return new Map(
    Object.entries(parsed ?? {}).map(([id, { message = id, translation = "" }]) => [
      id,
      { original: message, translation },
    ]),
  );
}

interface Parts {
  /** Arguments and tags. */
  names: Set<string>;
  /** Those that each language needs: not those of the singular alone. */
  needed: Set<string>;
  /** Categories of plurals. */
  categories: Set<string>;
}

function partsOf(message: string): Parts {
  const tags = message.match(/<\/?\d+\/?>/g) ?? [];
  const parts: Parts = { names: new Set(tags), needed: new Set(tags), categories: new Set() };
  const visit = (tokens: CompiledMessage, always: boolean): void => {
    for (const token of tokens) {
      if (typeof token === "string") continue;
      const [name, type, choices] = token;
      parts.names.add(name);
      if (always) parts.needed.add(name);
      if (typeof choices !== "object" || choices === null) continue;
      for (const [category, choice] of Object.entries(choices)) {
        if (type === "plural" && category !== "offset") parts.categories.add(category);
        if (Array.isArray(choice)) visit(choice as CompiledMessage, always && category === "other");
      }
    }
  };
  visit(compileMessageOrThrow(message), true);
  return parts;
}

const translated = readdirSync(folder)
  .filter((name) => name.endsWith(".po") && name !== "en.po")
  .map((name) => name.slice(0, -".po".length));

test("the languages of the admin are those with a catalogue", () => {
  expect([...languages].sort()).toEqual(["en", ...translated].sort());
  expect(translated).toEqual(expect.arrayContaining(["ar", "de", "es", "fr", "ja"]));
});

test.each(translated)("every message has a text in %s, with its arguments", async (language) => {
  const english = await messagesOf("en");
  const messages = await messagesOf(language);
  expect([...messages.keys()].sort()).toEqual([...english.keys()].sort());

  const missing = [...messages.values()].filter(({ translation }) => translation === "");
  expect(missing.map(({ original }) => original)).toEqual([]);

  const plurals = new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[];
  const wrong: string[] = [];
  for (const { original, translation } of messages.values()) {
    const given = partsOf(original);
    const { names, categories } = partsOf(translation);
    const unknown = [...names].filter((name) => !given.names.has(name));
    const lost = [...given.needed].filter((name) => !names.has(name));
    const foreign = [...categories].filter((category) => !plurals.includes(category) && !/^\d+$/.test(category));
    if (unknown.length > 0) wrong.push(`${original} has no ${unknown.join(" and ")}: ${translation}`);
    if (lost.length > 0) wrong.push(`${lost.join(" and ")} of ${original} is not in ${translation}`);
    if (foreign.length > 0) wrong.push(`${original} has plurals that ${language} has not: ${translation}`);
  }
  expect(wrong).toEqual([]);
});
