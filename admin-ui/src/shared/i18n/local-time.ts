import { t } from "@lingui/core/macro";
import { otherZone } from "./shown-zone";

const day = 86_400_000;

/** Milliseconds by which the zone in which times are shown is ahead of UTC at an instant. */
function aheadAt(time: number): number {
  const zone = otherZone();
  if (zone === undefined) return -new Date(time).getTimezoneOffset() * 60_000;
  const written = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" }).format(time);
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(written) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

/** An instant for a `datetime-local` input, in the zone in which times are shown; empty for none. */
export function momentToText(time: number | null | undefined): string {
  if (time === null || time === undefined) return "";
  return new Date(time + aheadAt(time)).toISOString().slice(0, 16);
}

/**
 * The instant of a `datetime-local` value; null if it is empty. When the clocks change, a time that occurs twice is the
 * first of both, and one that does not occur is as much later as the clocks are set forward.
 */
export function parseMoment(text: string): number | null {
  const clock = Date.parse(`${text}Z`);
  if (Number.isNaN(clock)) return null;
  const before = clock - aheadAt(clock - day);
  const after = clock - aheadAt(clock + day);
  const shows = (time: number) => time + aheadAt(time) === clock;
  return shows(after) && !shows(before) ? after : before;
}

/** Says in which time zone times are entered. */
export function zoneHelp(): string {
  const zone = otherZone()?.replaceAll("_", " ");
  return zone === undefined ? t`In your time zone` : t`In the time zone of the site: ${{ zone }}`;
}
