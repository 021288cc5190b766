import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatter } from "@lingui/format-po";
import { expect, test } from "vitest";
import { languages } from "@/shared/i18n/language";
import { entryOf, loadNoteWords, noteInWords, partsOf, wordsIn } from "./note-words";

const english = readFileSync(join(import.meta.dirname, "../../../../../core/messages/catalogues/en.po"), "utf8");
const lines = [...english.matchAll(/^#\. (.+)$/gm)].map(([, line = ""]) => line);
const wanted = new Set(lines.flatMap(partsOf).map(entryOf));
const translated = languages.filter((language) => language !== "en");

const placeholders = (text: string) => text.match(/\{\w*\}/g) ?? [];

test("the languages of notes are those of the admin", () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".po"));
  expect(files.sort()).toEqual(translated.map((language) => `${language}.po`).sort());
  expect(wanted.size).toBeGreaterThan(900);
});

test.each(translated)("every note has words in %s", async (language) => {
  const words = (await loadNoteWords(language)) ?? new Map<string, string>();
  expect([...wanted].filter((part) => !words.has(part))).toEqual([]);
  expect([...words.keys()].filter((part) => !wanted.has(part))).toEqual([]);
  const changed = [...words].filter(([part, text]) => String(placeholders(part)) !== String(placeholders(text)));
  expect(changed).toEqual([]);
  // Single words can be the same, such as “Text”.
  const untranslated = [...words].filter(([part, text]) => part === text && part.includes(" "));
  expect(untranslated).toEqual([]);
});

test.each(translated)("translators' programs read the file in %s", async (language) => {
  const filename = join(import.meta.dirname, `${language}.po`);
  const file = readFileSync(filename, "utf8");
  const parsed = await formatter().parse(file, { locale: language, sourceLocale: "en", filename });
  expect(Object.keys(parsed ?? {})).toHaveLength(wordsIn(file).size);
});

test("a note is said line by line, with the names of its placeholders", async () => {
  const note = "E-mail to a customer that confirms an order. Heading.\n{number}: number of the order.";
  const said = async (language: string) => noteInWords(note, language, (await loadNoteWords(language)) ?? new Map());
  expect(await said("de")).toBe(
    "E-Mail an einen Kunden, die eine Bestellung bestätigt. Überschrift.\n{number}: Nummer der Bestellung.",
  );
  expect(await said("fr")).toContain("{number}\u00a0: numéro de la commande.");
  expect(await said("ja")).toBe("注文を確認する、お客様へのメール。見出し。\n{number}：注文番号。");
  expect(noteInWords("A new note. Heading.", "de", (await loadNoteWords("de")) ?? new Map())).toBe(
    "A new note. Überschrift.",
  );
  expect(await loadNoteWords("en")).toBeNull();
});
