const formats = new Map<string, { format: Intl.NumberFormat; digits: number }>();

function formatOf(locale: string, currency: string): { format: Intl.NumberFormat; digits: number } {
  const key = `${locale} ${currency}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(locale, { style: "currency", currency });
  const made = { format, digits: format.resolvedOptions().maximumFractionDigits ?? 2 };
  formats.set(key, made);
  return made;
}

/** Formats minor units of a currency (cents, yen) for a locale. */
export function formatMoney(minorUnits: number, currency: string, locale: string): string {
  const { format, digits } = formatOf(locale, currency);
  return format.format(minorUnits / 10 ** digits);
}
