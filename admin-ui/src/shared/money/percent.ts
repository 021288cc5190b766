/** Basis points as plain digits for an input: 1000 → "10", 725 → "7.25". */
export function percentToText(basisPoints: number): string {
  return String(basisPoints / 100);
}

/** Parses a percentage with at most two decimals as basis points; null if invalid. */
export function parsePercent(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim());
  if (match === null) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}
