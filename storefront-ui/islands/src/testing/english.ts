import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The form in which the server sends a message to scripts, see `core/messages/src/for_scripts.rs`. */
export type SentMessage = string | SentPart[];
type SentPart = string | 0 | [name: string, kind?: string, choices?: Record<string, SentMessage>];

/** Parses a message of a catalogue: ICU MessageFormat, without the apostrophes that quote. */
class Reader {
  #at = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  message(isInPlural = false): SentMessage {
    const parts: SentPart[] = [];
    let plain = "";
    for (let letter = this.#source[this.#at]; letter !== undefined && letter !== "}"; letter = this.#source[this.#at]) {
      this.#at += 1;
      const isCount = letter === "#" && isInPlural;
      if (letter !== "{" && !isCount) {
        plain += letter;
        continue;
      }
      if (plain !== "") parts.push(plain);
      plain = "";
      parts.push(isCount ? 0 : this.#argument());
    }
    if (plain !== "" || parts.length === 0) parts.push(plain);
    return parts.length === 1 && typeof parts[0] === "string" ? parts[0] : parts;
  }

  #argument(): SentPart {
    const name = this.#taken(/\s*(\w+)\s*/y);
    if (this.#taken(/([,}])/y) === "}") return [name];
    const kind = this.#taken(/\s*(plural|select)\s*,\s*/y);
    const choices: Record<string, SentMessage> = {};
    while (this.#source[this.#at] !== "}") {
      const key = this.#taken(/(=?\w+)\s*\{/y);
      choices[key] = this.message(kind === "plural");
      this.#taken(/(\})\s*/y);
    }
    this.#at += 1;
    return [name, kind === "plural" ? "cardinal" : "select", choices];
  }

  #taken(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found?.[1] === undefined) throw new Error(`${String(pattern)} expected in: ${this.#source}`);
    this.#at = pattern.lastIndex;
    return found[1];
  }
}

/** The messages of scripts in a language, by key, as the server sends them. */
export function sentMessages(language: string): Record<string, SentMessage> {
  const file = resolve(import.meta.dirname, `../../../../core/messages/catalogues/${language}.po`);
  const entries = readFileSync(file, "utf8").matchAll(/^msgctxt "island\.(.+)"\nmsgid .+\nmsgstr (".+")$/gm);
  const parsed = Array.from(entries, ([, key = "", source = ""]) => {
    return [key, new Reader(JSON.parse(source) as string).message()] as const;
  });
  return Object.fromEntries(parsed);
}

/** Gives the test's page the messages, as the server does. */
export function provideMessages(language: string): void {
  document.getElementById("stoa-messages")?.remove();
  const script = document.createElement("script");
  script.type = "application/json";
  script.id = "stoa-messages";
  script.lang = language;
  script.textContent = JSON.stringify(sentMessages(language));
  document.head.append(script);
}
