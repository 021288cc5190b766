import type { Theme, Values } from "../api";
import { valueOf } from "./style-rules";

/** Least contrast of text on its ground, WCAG 2.2 AA. */
export const leastContrast = 4.5;

/** Texts and the grounds they stand on, by name of the setting. */
const pairs = [
  ["color-ink", "color-paper"],
  ["color-muted", "color-paper"],
  ["color-ink", "color-surface"],
  ["color-accent", "color-paper"],
  ["color-on-accent", "color-accent"],
  ["color-on-dark", "color-dark"],
] as const;

function channels(color: string): [number, number, number] | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim())?.[1];
  if (digits === undefined) return null;
  const wide = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const channel = (at: number) => parseInt(wide.slice(at, at + 2), 16) / 255;
  return [channel(0), channel(2), channel(4)];
}

function luminance(color: string): number | null {
  const read = channels(color);
  if (read === null) return null;
  const [red, green, blue] = read.map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 to 21; null when one is no colour. */
export function contrast(text: string, ground: string): number | null {
  const first = luminance(text);
  const second = luminance(ground);
  if (first === null || second === null) return null;
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

export interface FaintText {
  text: string;
  ground: string;
  contrast: number;
}

/** Texts that many people could not read, with the names that the theme gives the colours. */
export function faintTexts(theme: Theme, values: Values): FaintText[] {
  const settings = new Map(theme.settings.map((setting) => [setting.name, setting]));
  return pairs.flatMap(([text, ground]) => {
    const above = settings.get(text);
    const below = settings.get(ground);
    if (above === undefined || below === undefined) return [];
    const found = contrast(String(valueOf(values, above)), String(valueOf(values, below)));
    return found === null || found >= leastContrast ? [] : [{ text: above.title, ground: below.title, contrast: found }];
  });
}
