import { t } from "@lingui/core/macro";
import { localeFor } from "../i18n/format";

/** Number of decimals of the currency's minor unit: USD 2, JPY 0, KWD 3. */
export function currencyDecimals(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}

/** Minor units as plain digits for an input: 2400 USD → "24.00", 2400 JPY → "2400". */
export function moneyToText(minor: number, currency: string): string {
  const decimals = currencyDecimals(currency);
  const sign = minor < 0 ? "-" : "";
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

type ParsedMoney = { ok: true; minor: number } | { ok: false; message: string };

const groupedByCommas = /^\d{1,3}(?:,\d{3})+$/;

function withDecimalPoint(text: string, decimals: number): string {
  if (text.includes(".")) return text.replaceAll(",", "");
  // With three decimals "1,234" is ambiguous; it is read as a decimal comma, the cautious choice.
  if (decimals !== 3 && groupedByCommas.test(text)) return text.replaceAll(",", "");
  return text.replace(",", ".");
}

/** Parses a typed amount without floats: "24", "24.5", "24,50", "1,200.00". */
export function parseMoney(text: string, currency: string): ParsedMoney {
  const decimals = currencyDecimals(currency);
  const compact = text.replace(/[\s\u00a0\u202f'’]/g, "");
  const plain = withDecimalPoint(compact, decimals);
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(plain);
  if (match === null) return { ok: false, message: t`Enter an amount` };
  const whole = match[1] ?? "0";
  const fraction = match[2] ?? "";
  if (fraction.length > decimals) {
    const message = decimals === 0 ? t`${currency} has no decimals` : t`${currency} has at most ${decimals} decimals`;
    return { ok: false, message };
  }
  return { ok: true, minor: Number(whole + fraction.padEnd(decimals, "0")) };
}

/** Minor units as a formatted price, in the site's locale if it has the language that is shown. */
export function formatMoney(minor: number, currency: string, locale: string): string {
  const text = moneyToText(minor, currency);
  // A decimal string keeps every digit; the TypeScript type only accepts numeric literals.
  const format = new Intl.NumberFormat(localeFor(locale), { style: "currency", currency });
  return keptTogether(format.format(text as `${number}`));
}

/** Closes an amount with a mark where the sign of "US$" would be drawn before its letters: in lines from right to left. */
export function keptTogether(amount: string): string {
  return amount.replace(/^[\u061c\u200f].*[A-Z]\p{Sc}$/u, "$&\u200e");
}

/** The smallest price step as text, such as "£0.01" or "¥1". */
export function smallestStep(currency: string, locale: string): string {
  return formatMoney(1, currency, locale);
}
