/** ASCII transliterations. */
const spelled: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

const longest = 100;

/** A URL slug: lower-case letters and digits, everything else one hyphen. */
export function urlSlug(title: string): string {
  const lower = title.toLowerCase().normalize("NFC");
  const plain = [...lower].map((letter) => spelled[letter] ?? letter.normalize("NFKD").replace(/\p{M}/gu, "")).join("");
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, longest)
    .replace(/-$/, "");
}

/**
 * The URL of a new store: from its title, else from the fallback title if that yields fewer than three characters, with
 * `-1`, `-2`, … appended while it is taken.
 */
export function storeUrlId(title: string, fallbackTitle: string, taken: readonly string[]): string {
  const fromTitle = urlSlug(title);
  const base = fromTitle.length < 3 ? urlSlug(fallbackTitle) : fromTitle;
  if (!taken.includes(base)) return base;
  for (let suffix = 1; ; suffix += 1) {
    const candidate = `${base}-${suffix}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
