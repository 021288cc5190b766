/** Letters that Unicode does not decompose, as people type them who have no such key. */
const undivided: Record<string, string> = {
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ø: "o",
  ŧ: "t",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ß: "ss",
  ς: "σ",
};

/**
 * Folds a text for comparison, as the server's searches do (`core/kernel/src/search.rs`): case, accents and other marks
 * of the Latin, Greek and Cyrillic alphabets, character width, and Katakana to Hiragana. Search terms and searched texts
 * are both folded, so that `creme brulee` finds `Crème brûlée`. Marks of other scripts distinguish words and are kept.
 */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/gu, "")
    .replace(/[đðħıłøŧæœþßς]/gu, (letter) => undivided[letter] ?? letter)
    .replace(/[\u30a1-\u30f6]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) - 96))
    .normalize("NFC");
}

/** The words of a search, folded. */
export function searchWords(search: string): string[] {
  return folded(search).split(/\s+/u).filter(Boolean);
}

/** Whether a text contains every word of a search; `words` come from {@link searchWords}. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const own = folded(text);
  return words.every((word) => own.includes(word));
}
