/** An instant for a `datetime-local` input, in the browser's time zone; empty for none. */
export function momentToText(time: number | null | undefined): string {
  if (time === null || time === undefined) return "";
  const moment = new Date(time);
  const local = new Date(time - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The instant of a `datetime-local` value; null if it is empty. */
export function parseMoment(text: string): number | null {
  if (text === "") return null;
  const time = new Date(text).getTime();
  return Number.isNaN(time) ? null : time;
}
