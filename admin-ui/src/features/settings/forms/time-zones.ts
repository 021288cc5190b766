import { uiLocale } from "@/shared/i18n/format";

function partOf(
  zone: string,
  options: Intl.DateTimeFormatOptions,
  type: Intl.DateTimeFormatPartTypes,
  now: number,
): string | null {
  try {
    return (
      new Intl.DateTimeFormat("en-US", { timeZone: zone, ...options })
        .formatToParts(now)
        .find((part) => part.type === type)?.value ?? null
    );
  } catch {
    return null;
  }
}

/** Offset of a zone from UTC at an instant, such as `UTC−5`; empty for zones unknown to the browser. */
export function offsetOf(zone: string, now = Date.now()): string {
  const offset = partOf(zone, { timeZoneName: "shortOffset" }, "timeZoneName", now);
  // Some browsers format UTC itself as GMT+0.
  return offset === null ? "" : offset.replace(/^GMT(\+0$)?/, "UTC").replace("-", "−");
}

/** The time in a zone with its offset; null for zones unknown to the browser. */
export function nowIn(zone: string, now = Date.now()): string | null {
  const offset = offsetOf(zone, now);
  if (offset === "") return null;
  const time = new Intl.DateTimeFormat(uiLocale(), { timeZone: zone, hour: "2-digit", minute: "2-digit" }).format(now);
  return `${time}, ${offset}`;
}
