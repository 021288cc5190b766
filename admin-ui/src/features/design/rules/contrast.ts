import type { Theme, Values } from "../api";
import { valueOf } from "./style-rules";

/** Minimum contrast of text and background, WCAG 2.2 AA. */
export const minContrast = 4.5;

/** Text and background colours by setting name. */
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
  const [red, green, blue] = read.map((share) =>
    share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, 1 to 21; null if one is not a colour. */
export function contrast(text: string, ground: string): number | null {
  const first = luminance(text);
  const second = luminance(ground);
  if (first === null || second === null) return null;
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

interface LowContrastText {
  text: string;
  ground: string;
  contrast: number;
}

/** Texts with too little contrast, with the theme's labels of the colours. */
export function lowContrastTexts(theme: Theme, values: Values): LowContrastText[] {
  const settings = new Map(theme.settings.map((setting) => [setting.name, setting]));
  return pairs.flatMap(([text, ground]) => {
    const above = settings.get(text);
    const below = settings.get(ground);
    if (above === undefined || below === undefined) return [];
    const found = contrast(String(valueOf(values, above)), String(valueOf(values, below)));
    return found === null || found >= minContrast ? [] : [{ text: above.title, ground: below.title, contrast: found }];
  });
}
