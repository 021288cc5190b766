interface Option {
  value: string | number;
  title: string;
}

const others: Readonly<Record<string, string>> = { left: "right", right: "left", Left: "Right", Right: "Left" };

/**
 * Choices of a side where lines begin on the right. Blocks keep sides as those where lines begin and end, so that a
 * translated page needs no others; people choose what they see. The names stand in the order in which they always do.
 */
export function seenFromTheRight<T extends Option>(options: T[]): T[] {
  const turned = options.map((option) => ({ ...option, title: option.title.replace(/\b(?:left|right)\b/gi, (side) => others[side] ?? side) }));
  const titles = options.map(({ title }) => title);
  if (!turned.every(({ title }) => titles.includes(title))) return turned;
  return turned.sort((one, other) => titles.indexOf(one.title) - titles.indexOf(other.title));
}
