import type { Messages } from "@lingui/core";
import { i18n } from "./i18n";

const english = "en";
const storageKey = "stoa.language";
/** Developers set it to `en-XA` or `ar-XB`, which are offered to nobody. */
const pseudoKey = "stoa.pseudoLanguage";

const catalogues = import.meta.glob<{ messages: Messages }>(["../../locales/*.po", "!../../locales/en.po"]);
const pathOf = (language: string) => `../../locales/${language}.po`;

/** Languages of the admin by BCP 47 tag: English, and those with a catalogue. */
export const languages: readonly string[] = [
  english,
  ...Object.keys(catalogues).map((path) => path.slice(path.lastIndexOf("/") + 1, -".po".length)),
];

/** The best available language for a list of language tags, preferred first; English if none is available. */
export function bestLanguage(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const [language] = tag.split("-");
    const found = [tag, language].find((one) => one !== undefined && languages.includes(one));
    if (found !== undefined) return found;
  }
  return english;
}

/** The choice that this browser has stored; null if the browser's languages decide. */
function storedLanguage(): string | null {
  return localStorage.getItem(storageKey);
}

export function directionOf(language: string): "ltr" | "rtl" {
  return /^(?:ar|he)\b/.test(language) ? "rtl" : "ltr";
}

async function messagesOf(language: string): Promise<Messages> {
  const catalogue = catalogues[pathOf(language)];
  return catalogue === undefined ? {} : (await catalogue()).messages;
}

async function loadPseudo(language: string): Promise<Messages> {
  return (await import("./pseudo")).loadPseudoMessages(language);
}

/** The language that was asked for last. */
let asked = english;

/**
 * Loads the texts of a language and shows them, unless another one is asked for meanwhile: a catalogue that arrives late
 * does not undo a later choice. English needs no catalogue.
 */
export async function showLanguage(wanted: string): Promise<void> {
  const pseudo = localStorage.getItem(pseudoKey);
  const language = pseudo ?? wanted;
  asked = language;
  const messages = pseudo === null ? await messagesOf(language) : await loadPseudo(pseudo);
  if (asked !== language) return;
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** Shows the chosen language, else the best of the browser's. */
export function showPreferredLanguage(): Promise<void> {
  const stored = storedLanguage();
  return showLanguage(bestLanguage(stored === null ? navigator.languages : [stored, ...navigator.languages]));
}

/**
 * Shows the language that the account has chosen, null for that of the browser. The browser stores it for its next start
 * and for the sign-in page.
 */
export async function followChoice(language: string | null): Promise<void> {
  if (language === storedLanguage()) return;
  if (language === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, language);
  await showPreferredLanguage();
}
