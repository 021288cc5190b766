import { t } from "@lingui/core/macro";

interface Option {
  value: string | number;
  title: string;
}

const others: Readonly<Record<string, string>> = {
  left: "right",
  right: "left",
  get Left() {
    return t`Right`;
  },
  get Right() {
    return t`Left`;
  },
};

/**
 * Options of a side for right-to-left pages. Blocks store logical sides (start and end), so that a translated page
 * needs no other values; users choose physical sides. The order of the labels stays the same.
 */
export function rightToLeftOptions<T extends Option>(options: T[]): T[] {
  const turned = options.map((option) => ({
    ...option,
    title: option.title.replace(/\b(?:left|right)\b/gi, (side) => others[side] ?? side),
  }));
  const titles = options.map(({ title }) => title);
  if (!turned.every(({ title }) => titles.includes(title))) return turned;
  return turned.sort((one, other) => titles.indexOf(one.title) - titles.indexOf(other.title));
}
