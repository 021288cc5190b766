import { t } from "@lingui/core/macro";
import { localeFor, uiLocale } from "../i18n/format";

/** Number of decimals of the currency's minor unit: USD 2, JPY 0, KWD 3. */
export function currencyDecimals(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}

/** Minor units as plain digits with a decimal point. */
function decimalText(minor: number, currency: string): string {
  const decimals = currencyDecimals(currency);
  const sign = minor < 0 ? "-" : "";
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** What numbers have in the language that is shown, before their decimals and between groups of digits. */
function separator(type: "decimal" | "group"): string {
  const format = new Intl.NumberFormat(uiLocale(), { numberingSystem: "latn" });
  return format.formatToParts(1_234_567.5).find((part) => part.type === type)?.value ?? "";
}

/** Minor units as text for an input: 2400 USD → "24.00", in German "24,00"; 2400 JPY → "2400". */
export function moneyToText(minor: number, currency: string): string {
  return decimalText(minor, currency).replace(".", separator("decimal"));
}

type ParsedMoney = { ok: true; minor: number } | { ok: false; message: string };

function isGrouped(text: string, mark: string): boolean {
  const [first = "", ...groups] = text.split(mark);
  const last = groups.at(-1);
  return /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{2,3}$/.test(group)) && last?.length === 3;
}

/**
 * The text with a decimal point and without groups; null if two marks are no number, and both readings if the language
 * does not decide: "1,234" is 1234 in English and 1.234 in German.
 */
function withDecimalPoint(text: string, decimals: number): string | null | { whole: string; fraction: string } {
  const marks = text.replace(/[^.,]/g, "");
  const mark = marks.at(-1);
  if (mark === undefined) return text;
  const at = text.lastIndexOf(mark);
  const [whole, rest] = [text.slice(0, at), text.slice(at + 1)];
  if (marks.length > 1) {
    const other = mark === "." ? "," : ".";
    if (whole.includes(mark)) return isGrouped(text, mark) ? text.replaceAll(mark, "") : null;
    return isGrouped(whole, other) ? `${whole.replaceAll(other, "")}.${rest}` : null;
  }
  const isOpen = rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (isOpen && mark === separator("group")) return whole + rest;
  const decimal = separator("decimal");
  if (isOpen && mark !== decimal && decimals === 3) {
    return { whole: whole + rest, fraction: whole + decimal + rest };
  }
  return `${whole}.${rest}`;
}

/** Parses an amount typed in the language that is shown, without floats: "24", "24.5", "24,50", "1,200.00", "1.200,00". */
export function parseMoney(text: string, currency: string): ParsedMoney {
  const decimals = currencyDecimals(currency);
  const plain = withDecimalPoint(text.replace(/[\s'’]/g, ""), decimals);
  if (plain !== null && typeof plain !== "string") {
    const { whole, fraction } = plain;
    return { ok: false, message: t`This can mean ${whole} or ${fraction}. Enter one of these.` };
  }
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(plain ?? "");
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
  const text = decimalText(minor, currency);
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
