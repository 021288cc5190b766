import { plural, t } from "@lingui/core/macro";
import { i18n } from "./i18n";
import { otherZone } from "./shown-zone";

/** The locale of dates and numbers: the browser's variant of the language that is shown. */
export function uiLocale(): string {
  const language = i18n.locale;
  return navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
}

/** The locale of a site's amounts: that of the site if it has the language that is shown, else the user's. */
export function localeFor(site: string): string {
  return site.split("-")[0] === i18n.locale.split("-")[0] ? site : uiLocale();
}

const displayNames = new Map<string, Intl.DisplayNames>();

/** Name of a region, a currency or a language in the language that is shown. */
export function displayName(type: "region" | "currency" | "language", code: string): string {
  const key = `${type} ${i18n.locale}`;
  const names = displayNames.get(key) ?? new Intl.DisplayNames(i18n.locale, { type, languageDisplay: "standard" });
  displayNames.set(key, names);
  return names.of(code) ?? code;
}

const dayParts = { day: "numeric", month: "short" } as const;
const withYear = { ...dayParts, year: "numeric" } as const;

/** A date, with the year only if it is not the current one. */
export function formatDay(time: number, now: number = Date.now()): string {
  const timeZone = otherZone();
  const year = new Intl.DateTimeFormat("en", { year: "numeric", timeZone });
  const parts = year.format(time) === year.format(now) ? dayParts : withYear;
  return new Intl.DateTimeFormat(uiLocale(), { ...parts, timeZone }).format(time);
}

/** A date and time, with the zone if it is not that of the browser. */
export function formatMoment(time: number): string {
  const timeZone = otherZone();
  const options: Intl.DateTimeFormatOptions =
    timeZone === undefined
      ? { dateStyle: "medium", timeStyle: "short" }
      : { ...withYear, hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone };
  return new Intl.DateTimeFormat(uiLocale(), options).format(time);
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["minute", 60_000],
  ["hour", 3_600_000],
  ["day", 86_400_000],
];

/** "5 minutes ago" within the last week, else the date. */
export function formatAge(time: number, now: number = Date.now()): string {
  const age = now - time;
  if (age < 60_000) return t`just now`;
  if (age > 7 * 86_400_000) return formatDay(time, now);
  const [unit, size] = steps.findLast(([, length]) => age >= length) ?? ["minute", 60_000];
  return new Intl.RelativeTimeFormat(uiLocale(), { numeric: "auto" }).format(-Math.floor(age / size), unit);
}

/** A number such as "1,234". */
export function formatNumber(number: number): string {
  return new Intl.NumberFormat(uiLocale()).format(number);
}

/** A share of 1 as a percentage with at most two decimals, such as "7.25%". */
export function formatShare(share: number, signDisplay: "auto" | "exceptZero" = "auto"): string {
  const options = { style: "percent", maximumFractionDigits: 2, signDisplay } as const;
  return new Intl.NumberFormat(uiLocale(), options).format(share);
}

const sizes: [string, number][] = [
  ["kilobyte", 1_000],
  ["megabyte", 1_000_000],
  ["gigabyte", 1_000_000_000],
];

/** A formatted file size, such as "3.4 MB" or "17 bytes". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return plural(bytes, { one: "# byte", other: "# bytes" });
  const [unit, size] = sizes.findLast(([, least]) => bytes >= least) ?? ["byte", 1];
  const options = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(uiLocale(), options).format(bytes / size);
}
