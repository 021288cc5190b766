const formats: Record<string, Intl.NumberFormat> = {};

/** Formats minor units of a currency (cents, yen) for a locale. */
export function formatMoney(minorUnits: number, currency: string, locale: string): string {
  const format = (formats[currency + locale] ??= new Intl.NumberFormat(locale, { style: "currency", currency }));
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  // In a line from right to left the sign of "US$" would be drawn before its letters: a mark closes it, as on the server.
  return format.format(minorUnits / 10 ** maximumFractionDigits).replace(/^[\u061c\u200f].*[A-Z]\p{Sc}$/u, "$&\u200e");
}
