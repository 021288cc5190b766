import { t } from "@lingui/core/macro";
import { otherZone } from "@/shared/i18n/shown-zone";

/** Local days, both included, such as `2026-11-21`. */
export interface DayRange {
  from: string;
  to: string;
}

export const presets = [
  "today",
  "yesterday",
  "7-days",
  "30-days",
  "90-days",
  "this-month",
  "last-month",
  "12-months",
] as const;

export type Preset = (typeof presets)[number];

export function isPreset(text: string): text is Preset {
  return (presets as readonly string[]).includes(text);
}

export function presetLabel(preset: Preset): string {
  switch (preset) {
    case "today":
      return t`Today`;
    case "yesterday":
      return t`Yesterday`;
    case "7-days":
      return t`Last 7 days`;
    case "30-days":
      return t`Last 30 days`;
    case "90-days":
      return t`Last 90 days`;
    case "this-month":
      return t`This month`;
    case "last-month":
      return t`Last month`;
    case "12-months":
      return t`Last 12 months`;
  }
}

/** The current day in the zone of the site. */
export function today(now: number = Date.now()): string {
  const parts = { year: "numeric", month: "2-digit", day: "2-digit", timeZone: otherZone() } as const;
  return new Intl.DateTimeFormat("en-CA", parts).format(now);
}

const dayMs = 86_400_000;

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** A day that is some days later or earlier. */
export function plusDays(day: string, days: number): string {
  return dayOf(startOf(day) + days * dayMs);
}

export function daysIn({ from, to }: DayRange): number {
  return Math.round((startOf(to) - startOf(from)) / dayMs) + 1;
}

export function rangeOf(preset: Preset, end: string): DayRange {
  const firstOfMonth = `${end.slice(0, 7)}-01`;
  switch (preset) {
    case "today":
      return { from: end, to: end };
    case "yesterday":
      return { from: plusDays(end, -1), to: plusDays(end, -1) };
    case "7-days":
      return { from: plusDays(end, -6), to: end };
    case "30-days":
      return { from: plusDays(end, -29), to: end };
    case "90-days":
      return { from: plusDays(end, -89), to: end };
    case "this-month":
      return { from: firstOfMonth, to: end };
    case "last-month": {
      const to = plusDays(firstOfMonth, -1);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
    case "12-months":
      return { from: plusDays(end, -364), to: end };
  }
}

/** Whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(startOf(text)) && dayOf(startOf(text)) === text;
}
