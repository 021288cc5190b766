import type { BlockKind } from "../api";

/** What can be put on a page at one go: a kind of block, or a ready-made form of it. */
export interface Offer {
  key: string;
  kind: BlockKind;
  name: string;
  settings: Record<string, unknown>;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function has(words: string[], ...texts: string[]): boolean {
  const text = texts.join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The kinds that fit a search and a category; ready-made forms of them only when words are looked for. */
export function offersOf(kinds: BlockKind[], search: string, category: string | null): Offer[] {
  const words = wordsOf(search);
  const within = category === null ? kinds : kinds.filter((kind) => kind.category === category);
  return within.flatMap((kind) => {
    const { name, description, keywords } = kind;
    const itself: Offer = { key: kind.kind, kind, name, settings: kind.defaultSettings };
    const fits = has(words, name, description, kind.category, ...keywords);
    if (words.length === 0) return [itself];
    const variants = kind.variants
      .filter((variant) => has(words, variant.name))
      .map((variant) => ({
        key: `${kind.kind}-${variant.code}`,
        kind,
        name: variant.name,
        settings: { ...kind.defaultSettings, ...variant.settings },
      }));
    return fits ? [itself, ...variants] : variants;
  });
}

/** What people reach for first; the categories of plugins come after them. */
const usual = ["Basic", "Media", "Blog", "Shop", "Site", "Layout", "Outside services"];

/** The categories that kinds are in, those that are needed most first. */
export function categoriesOf(kinds: BlockKind[]): string[] {
  const rank = (category: string) => (usual.includes(category) ? usual.indexOf(category) : usual.length);
  return [...new Set(kinds.map(({ category }) => category))].sort((one, other) => rank(one) - rank(other));
}

/** An address under which a browser shows a drawing. */
export function thumbnailAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
