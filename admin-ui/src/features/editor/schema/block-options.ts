import { t } from "@lingui/core/macro";
import { hasWords, searchWords } from "@/shared/text/folded";
import { rankOf } from "@/shared/command-box/command";
import type { BlockKind } from "../api";

/** Something that can be added to a page: a block kind, or a preset of one. */
export interface BlockOption {
  key: string;
  kind: BlockKind;
  name: string;
  settings: Record<string, unknown>;
}

function has(words: string[], ...texts: string[]): boolean {
  return hasWords(texts.join(" "), words);
}

/** The kinds that match a search and a category; presets only with a search text. */
export function blockOptions(kinds: BlockKind[], search: string, category: string | null): BlockOption[] {
  const words = searchWords(search);
  const within = category === null ? kinds : kinds.filter((kind) => kind.category === category);
  return within.flatMap((kind) => {
    const { name, description, keywords } = kind;
    const itself: BlockOption = { key: kind.kind, kind, name, settings: kind.defaultSettings };
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

interface BlockOptionGroup {
  name: string;
  offers: BlockOption[];
}

/** The categories of the kinds, in the order of the kinds. */
export function categoriesOf(kinds: BlockKind[]): string[] {
  return [...new Set(kinds.map(({ category }) => category))];
}

const recentlyUsed = () => t`Recently used`;

/** Items grouped by category; with a search text the best matches come first. */
function groupsOf(offers: BlockOption[], search: string): BlockOptionGroup[] {
  const ranked =
    search.trim() === ""
      ? offers
      : offers.toSorted((one, other) => rankOf(one.name, search) - rankOf(other.name, search));
  return categoriesOf(ranked.map(({ kind }) => kind)).map((name) => ({
    name,
    offers: ranked.filter(({ kind }) => kind.category === name),
  }));
}

/**
 * Contents of the block list: search matches from all groups, or the kinds of one group, or all groups with the
 * recently used kinds above them.
 */
export function visibleGroups(
  kinds: BlockKind[],
  search: string,
  category: string | null,
  recent: readonly string[],
): BlockOptionGroup[] {
  if (search.trim() !== "") return groupsOf(blockOptions(kinds, search, null), search);
  const groups = groupsOf(blockOptions(kinds, "", category), "");
  if (category !== null) return groups;
  const all = groups.flatMap(({ offers }) => offers);
  const used = recent
    .flatMap((kind) => all.find((offer) => offer.kind.kind === kind) ?? [])
    .map((offer) => ({ ...offer, key: `recent-${offer.key}` }));
  return used.length === 0 ? groups : [{ name: recentlyUsed(), offers: used }, ...groups];
}

/** A data URL of an SVG. */
export function thumbnailAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
