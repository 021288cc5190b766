import { t } from "@lingui/core/macro";
import type { components } from "@stoa/api/schema";
import { formatShare, uiLocale } from "@/shared/i18n/format";
import type { Figures } from "./api";

/** Figures that a chart can show. */
export const measures = ["visits", "visitors", "views", "bounceRate", "duration"] as const;
export type Measure = (typeof measures)[number];

export function measureLabel(measure: Measure): string {
  switch (measure) {
    case "visits":
      return t`Visits`;
    case "visitors":
      return t`Visitors`;
    case "views":
      return t`Page views`;
    case "bounceRate":
      return t`Bounce rate`;
    case "duration":
      return t`Visit duration`;
  }
}

export function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** The value of a figure: a count, a share of 1, or milliseconds. */
export function measured(measure: Measure, figures: Figures): number {
  switch (measure) {
    case "visits":
      return figures.visits;
    case "visitors":
      return figures.visitors;
    case "views":
      return figures.views;
    case "bounceRate":
      return ratio(figures.bounces, figures.visits);
    case "duration":
      return ratio(figures.engagedMs, figures.visits);
  }
}

export function formatCount(count: number): string {
  return new Intl.NumberFormat(uiLocale()).format(count);
}

/** A share with at most one decimal, such as "7.3%". */
export function formatRate(rate: number): string {
  return new Intl.NumberFormat(uiLocale(), { style: "percent", maximumFractionDigits: 1 }).format(rate);
}

function unit(value: number, name: "minute" | "second"): string {
  return new Intl.NumberFormat(uiLocale(), { style: "unit", unit: name, unitDisplay: "narrow" }).format(value);
}

/** A duration such as "2m 5s". */
function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? unit(seconds, "second") : `${unit(minutes, "minute")} ${unit(seconds % 60, "second")}`;
}

export function formatMeasure(measure: Measure, value: number): string {
  if (measure === "bounceRate") return formatRate(value);
  return measure === "duration" ? formatDuration(value) : formatCount(value);
}

/** The change from one value to another as a signed percentage; null where there is nothing to compare with. */
export function formatChange(now: number, before: number): string | null {
  return before === 0 ? null : formatShare(Math.round((now / before - 1) * 1000) / 1000, "exceptZero");
}

/** Whether a change is for the better; null if there is none. */
export function isBetter(measure: Measure, now: number, before: number): boolean | null {
  if (now === before || before === 0) return null;
  return measure === "bounceRate" ? now < before : now > before;
}

/** The local start of a period, formatted by its interval; the server has applied the time zone. */
export function formatStart(start: string, by: components["schemas"]["AnalyticsInterval"]): string {
  const time = Date.parse(start.length > 10 ? `${start}Z` : `${start}T00:00:00Z`);
  const options: Intl.DateTimeFormatOptions =
    by === "hour"
      ? { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }
      : by === "month"
        ? { month: "short", year: "numeric" }
        : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(uiLocale(), { ...options, timeZone: "UTC" }).format(time);
}

/** A local day with its year. */
export function formatLocalDay(day: string): string {
  return new Intl.DateTimeFormat(uiLocale(), { dateStyle: "medium", timeZone: "UTC" }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}
