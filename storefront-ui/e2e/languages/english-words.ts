import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";

const catalogues = resolve(__dirname, "../../../core/messages/catalogues");

/** Words that are English in the catalogue, and German or a name on the pages of the tests. */
const both: ReadonlySet<string> = new Set(
  readFileSync(resolve(catalogues, "../tests/words-of-both-languages.txt"), "utf8").split(/\s+/).filter(Boolean),
);

/** The words of a text in lower case, without addresses. */
export function wordsOf(text: string): string[] {
  const said = text.replace(/\S+[@/]\S+/g, " ");
  return (said.match(/[\p{Letter}]+(?:['’][\p{Letter}]+)*/gu) ?? []).map((word) => word.toLowerCase());
}

/** Words of a message, without its arguments and the syntax of its choices. */
function wordsOfMessage(message: string): string[] {
  const said = message
    .replace(/\{\s*\w+\s*,\s*(?:plural|select)\s*,/g, " ")
    .replace(/\{\s*\w+\s*\}/g, " ")
    .replace(/=?[\w ]+\{/g, " ");
  return wordsOf(said);
}

function wordsOfCatalogue(language: string): Set<string> {
  const file = readFileSync(resolve(catalogues, `${language}.po`), "utf8");
  const texts = file.matchAll(/^msgstr ((?:".*"\n?)+)/gm);
  const words = Array.from(texts, ([, lines = ""]) => {
    const parts = Array.from(lines.matchAll(/"(.*)"/g), ([line]) => JSON.parse(line) as string);
    return wordsOfMessage(parts.join(""));
  });
  return new Set(words.flat());
}

/** Words of the English catalogue that no German page can have: the German catalogue does not have them. */
export function englishVocabulary(): ReadonlySet<string> {
  const german = wordsOfCatalogue("de");
  const english = [...wordsOfCatalogue("en")].filter((word) => !german.has(word) && !both.has(word));
  return new Set(english);
}

/** The texts in which there is a word of a vocabulary, each with its words. */
export function foundIn(texts: readonly string[], vocabulary: ReadonlySet<string>): string[] {
  return texts.flatMap((text) => {
    const found = wordsOf(text).filter((word) => vocabulary.has(word));
    return found.length > 0 ? [`${[...new Set(found)].join(", ")}: ${text}`] : [];
  });
}

/** What people see or hear of a page: its texts and the attributes that name or describe elements. */
export async function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [document.title];
    const own = document.documentElement.lang;
    // CLDR names the countries, some of them as they call themselves.
    const unread = 'script, style, noscript, code, select[autocomplete$="country"] option';
    const isForeign = (element: Element | null) => (element?.closest("[lang]")?.getAttribute("lang") ?? own) !== own;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (holder?.closest(unread) === null && !isForeign(holder)) {
        texts.push(node.textContent ?? "");
      }
    }
    const named = document.querySelectorAll("[aria-label], [alt], [title], [placeholder], [aria-roledescription]");
    for (const element of named) {
      if (isForeign(element)) continue;
      for (const name of ["aria-label", "alt", "title", "placeholder", "aria-roledescription"]) {
        texts.push(element.getAttribute(name) ?? "");
      }
    }
    for (const button of document.querySelectorAll<HTMLInputElement>("input[type=submit], input[type=button]")) {
      texts.push(button.value);
    }
    return [...new Set(texts.map((text) => text.replace(/\s+/g, " ").trim()))].filter((text) => text !== "");
  });
}
