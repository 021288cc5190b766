import type { Messages } from "@lingui/core";

/** A part of a compiled message: text, or an argument with its format and choices. */
type Part = string | readonly unknown[];

const english = import.meta.glob<{ messages: Messages }>("../../locales/en.po");

const letters: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(
    "aábƀcçdðeégĝhĥiîjĵkķlļnñoörŕsštţuûwŵyýzžAÅBƁCÇDÐEÉGĜHĤIÎJĴKĶLĻNÑOÖRŔSŠTŢUÛWŴYÝZŽ".matchAll(/(.)(.)/gu),
    ([, plain = "", own = ""]) => [plain, own],
  ),
);

function accented(text: string): string {
  return text.replace(/(<\/?\d+\/?>)|([A-Za-z])/g, (all, tag?: string) => tag ?? letters[all] ?? all);
}

/** Each run of text between tags from right to left. */
function mirrored(text: string): string {
  return text.replace(/(<\/?\d+\/?>)|([^<]+)/g, (all, tag?: string) => tag ?? `\u{202e}${all}\u{202c}`);
}

function changed(part: Part, change: (text: string) => string): Part {
  if (typeof part === "string") return change(part);
  const [name, format, choices, ...rest] = part as [string, string?, unknown?, ...unknown[]];
  if (format === undefined || typeof choices !== "object" || choices === null) return part;
  const own = Object.entries(choices).map(([key, value]) => {
    if (typeof value === "string") return [key, key === "offset" ? value : change(value)];
    return [key, Array.isArray(value) ? value.map((inner: Part) => changed(inner, change)) : value];
  });
  return [name, format, Object.fromEntries(own), ...rest];
}

const lengthOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + (typeof part === "string" ? part.length : 6), 0);

/** A third more, with spaces, so that lines break as in other languages. */
function paddingOf(parts: readonly Part[]): string {
  return " ~~~~~".repeat(Math.ceil(lengthOf(parts) / 15));
}

/**
 * The messages of a language for developers, made from the English ones: `ar-XB` from right to left, and any other
 * with accents, longer by a third.
 */
export function pseudoMessages(language: string, original: Messages): Messages {
  const isMirrored = language === "ar-XB";
  const made = Object.entries(original).map(([id, message]) => {
    const parts: Part[] = typeof message === "string" ? [message] : [...(message as Part[])];
    const own = parts.map((part) => changed(part, isMirrored ? mirrored : accented));
    return [id, isMirrored ? own : ["[", ...own, `${paddingOf(parts)}]`]];
  });
  return Object.fromEntries(made) as Messages;
}

/** As above, with the English messages loaded. */
export async function loadPseudoMessages(language: string): Promise<Messages> {
  const loaded = await Promise.all(Object.values(english).map((load) => load()));
  return pseudoMessages(language, loaded[0]?.messages ?? {});
}
