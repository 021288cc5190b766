import { ownAddress } from "./browser";
import { send, timed } from "./transport";
import { navigation, ratingOf, takeVitals, watchVitals } from "./vitals";

const settingsTimeout = 30_000;
const firstFlush = 30_000;
/** Values that were not sent by then are not waited for any longer. */
const lastFlush = 60_000;

interface Settings {
  pageLoadId: string;
  enabled?: boolean;
  sampleRate?: number;
}

let settings: Settings | null = null;

export function deviceType(userAgent: string): "desktop" | "mobile" | "tablet" {
  if (/iPad|Tablet|Android(?!.*Mobi)/.test(userAgent)) return "tablet";
  return /Mobi/.test(userAgent) ? "mobile" : "desktop";
}

/**
 * Reports how fast the page was: half a minute after it was loaded, and the rest when it is left or a minute is over.
 */
export async function followSpeed(): Promise<void> {
  watchVitals();
  setTimeout(flushSpeed, firstFlush, false);
  setTimeout(flushSpeed, lastFlush, true);
  const answer = await timed("/api/1/performance/settings", settingsTimeout);
  const said = answer?.ok ? await (answer.json() as Promise<Settings>).catch(() => null) : null;
  if (said && said.enabled !== false && Math.random() < (said.sampleRate ?? 1)) settings = said;
}

/** Sends what is known; nothing more is measured after the last time. */
export function flushSpeed(isLast: boolean): void {
  if (settings === null) return;
  const { pageLoadId } = settings;
  const records = takeVitals(isLast).map(([metric, value]) => ({
    pageLoadId,
    metric,
    value,
    rating: ratingOf(metric, value),
    url: ownAddress(),
    navigationType: navigation()?.type ?? "navigate",
    deviceType: deviceType(navigator.userAgent),
    occurredAt: Date.now(),
  }));
  if (isLast) settings = null;
  if (records.length > 0) send("/api/1/performance/records", records);
}
