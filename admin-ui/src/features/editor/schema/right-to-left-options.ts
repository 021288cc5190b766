import { otherSide } from "@/shared/i18n/schema-in-words";

interface Option {
  value: string | number;
  title: string;
  /** What it is called on right-to-left pages, in another language than English. */
  turned?: string;
}

/**
 * Options of a side for right-to-left pages. Blocks store logical sides (start and end), so that a translated page
 * needs no other values; users choose physical sides. The order of the labels stays the same.
 */
export function rightToLeftOptions<T extends Option>(options: T[]): T[] {
  const turned = options.map((option) => ({ ...option, title: option.turned ?? otherSide(option.title) }));
  const titles = options.map(({ title }) => title);
  if (!turned.every(({ title }) => titles.includes(title))) return turned;
  return turned.sort((one, other) => titles.indexOf(one.title) - titles.indexOf(other.title));
}
