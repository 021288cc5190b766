/**
 * Transliterations, the same as for the addresses of pages. Other accented letters lose their accents; letters of all
 * other scripts are kept.
 */
const spelled = new Map(
  Object.entries({
    ä: "ae",
    ö: "oe",
    ü: "ue",
    ß: "ss",
    æ: "ae",
    œ: "oe",
    ø: "o",
    ł: "l",
    đ: "d",
    ð: "d",
    þ: "th",
    ı: "i",
    а: "a",
    б: "b",
    в: "v",
    г: "g",
    ґ: "g",
    ѓ: "g",
    д: "d",
    ђ: "dj",
    е: "e",
    ё: "yo",
    є: "ye",
    ж: "zh",
    з: "z",
    ѕ: "dz",
    и: "i",
    і: "i",
    ї: "yi",
    й: "y",
    ј: "j",
    к: "k",
    ќ: "k",
    л: "l",
    љ: "lj",
    м: "m",
    н: "n",
    њ: "nj",
    о: "o",
    п: "p",
    р: "r",
    с: "s",
    т: "t",
    ћ: "c",
    у: "u",
    ў: "u",
    ф: "f",
    х: "kh",
    ц: "ts",
    ч: "ch",
    џ: "dzh",
    ш: "sh",
    щ: "shch",
    ъ: "",
    ы: "y",
    ь: "",
    э: "e",
    ю: "yu",
    я: "ya",
    α: "a",
    β: "v",
    γ: "g",
    δ: "d",
    ε: "e",
    ζ: "z",
    η: "i",
    θ: "th",
    ι: "i",
    κ: "k",
    λ: "l",
    μ: "m",
    ν: "n",
    ξ: "x",
    ο: "o",
    π: "p",
    ρ: "r",
    σ: "s",
    ς: "s",
    τ: "t",
    υ: "y",
    φ: "f",
    χ: "ch",
    ψ: "ps",
    ω: "o",
  }),
);

const maxSlugLength = 100;

/** Combining accents of Latin, Greek and Cyrillic letters, and invisible characters. */
const dropped = /[\u0300-\u036f]|[\ufe00-\ufe0f]|[\u200b-\u200d]|\u00ad/u;
const kept = /[\p{L}\p{M}\p{Nd}]/u;
const transliterated = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

function plain(letter: string): string {
  const known = spelled.get(letter);
  if (known !== undefined) return known;
  if (dropped.test(letter)) return "";
  if (kept.test(letter) && !transliterated.test(letter)) return letter;
  const bases = [...letter.normalize("NFKD").replace(/\p{M}/gu, "")];
  return bases.map((base) => spelled.get(base) ?? base.replace(/[^a-z0-9]/u, "-")).join("");
}

/** A URL slug: lower-case letters and digits, everything else one hyphen. */
export function urlSlug(title: string): string {
  const lower = title.toLowerCase().normalize("NFC");
  const slug = Array.from(lower, plain).join("").replace(/-+/g, "-").replace(/^-/, "");
  return Array.from(slug).slice(0, maxSlugLength).join("").replace(/-$/, "");
}

/**
 * The URL of a new store: from its title, else from the fallback title if that yields fewer than three characters, with
 * `-1`, `-2`, … appended while it is taken.
 */
export function storeUrlId(title: string, fallbackTitle: string, taken: readonly string[]): string {
  const fromTitle = urlSlug(title);
  const base = Array.from(fromTitle).length < 3 ? urlSlug(fallbackTitle) : fromTitle;
  if (!taken.includes(base)) return base;
  for (let suffix = 1; ; suffix += 1) {
    const candidate = `${base}-${suffix}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
