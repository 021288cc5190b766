/** Words of notes in a language, by the English ones. */
export type NoteWords = ReadonlyMap<string, string>;

const files = import.meta.glob<string>("./*.po", { query: "?raw", import: "default" });
/** An entry of a PO file whose texts are on one line each, without a context. */
const entry = /^msgid "(?<english>.+)"\nmsgstr "(?<words>.+)"$/gm;
/** Languages that put no space between sentences. */
const unspaced = new Set(["ja"]);
/** The name of a placeholder before its meaning, and its entry in the catalogues. */
const placeholder = /^\{(?<name>\w+)\}:$/;
const placeholderEntry = "{}:";

const unescaped = (text: string) => text.replace(/\\(.)/g, "$1");

/** The entries of a PO file. */
export function wordsIn(file: string): NoteWords {
  const entries = [...file.matchAll(entry)].map(({ groups }) => groups ?? {});
  return new Map(entries.map(({ english = "", words = "" }) => [unescaped(english), unescaped(words)]));
}

/** The words of a language; null where notes have none, as in English. They are loaded with the first note. */
export async function loadNoteWords(language: string): Promise<NoteWords | null> {
  const file = files[`./${language}.po`];
  return file === undefined ? null : wordsIn(await file());
}

/**
 * The parts of a line of a note: sentences, and what stands before and after a colon. Many lines share them, so the
 * catalogues have each part once.
 */
export function partsOf(line: string): string[] {
  return line.split(/(?<=[.:]) /);
}

/** The entry of a part: those of placeholders share one. */
export function entryOf(part: string): string {
  return placeholder.test(part) ? placeholderEntry : part;
}

/** A note for translators in a language. Parts without words stay in English. */
export function noteInWords(note: string, language: string, words: NoteWords): string {
  const said = (part: string) => {
    const found = words.get(entryOf(part)) ?? part;
    const name = placeholder.exec(part)?.groups?.["name"];
    return name === undefined ? found : found.replace("{}", `{${name}}`);
  };
  const space = unspaced.has(language) ? "" : " ";
  const lines = note.split("\n").map((line) => partsOf(line).map(said).join(space));
  return lines.join("\n");
}
