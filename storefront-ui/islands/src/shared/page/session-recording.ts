import { settled } from "@/shared/api/send";
import { mayRemember } from "./consent";
import type { PageContext } from "./context";
import { refusesTracking } from "./tracking";

/** Id returned by the server if nothing is recorded. */
const mockId = "mock";
/** Key under which the number drawn for a visit is stored until the tab is closed. */
const drawnKey = "sessionRecordingDraw";
const country = "US";

/** Input of the recording rule. */
export interface Visit {
  /** Country of the site, from its locale. */
  siteCountry: string;
  /** IANA name of the browser's time zone. */
  timeZone: string;
  /** Whether the visit is sampled. */
  isSampled: boolean;
  /** Whether the site has its own recorder. */
  isEnabled: boolean;
  /** CPU cores of the device. */
  cores: number;
}

/** Records a session under an id. It is provided by the site and must exclude form input. */
export interface Recorder {
  /** Share of the visits that are recorded, 0 to 1. */
  share: number;
  start: (id: string) => void;
}

declare global {
  interface Window {
    /** Set by a site that records sessions itself. */
    stoaSessionRecorder?: Recorder;
  }
}

/** Whether a visitor's session may be recorded: all conditions must hold. */
export function mayRecord({ siteCountry, timeZone, isSampled, isEnabled, cores }: Visit): boolean {
  return isEnabled && isSampled && siteCountry === country && timeZone.startsWith("America/") && cores > 2;
}

/** A number of 0 to 1, drawn once for a visit: otherwise some pages of it would be recorded and others not. */
function drawn(): number {
  const fresh = Math.random();
  try {
    const known = sessionStorage.getItem(drawnKey);
    if (known !== null) return Number(known);
    sessionStorage.setItem(drawnKey, String(fresh));
  } catch {
    // Browsers can block storage; then each page is drawn for itself.
  }
  return fresh;
}

/**
 * Starts the site's recorder if the rule, the visitor and the server allow it. A browser that asks not to be tracked is
 * never recorded, even after its visitor has accepted cookies.
 */
export async function recordSession(context: PageContext, recorder = window.stoaSessionRecorder): Promise<void> {
  if (recorder === undefined || context.inEditor || refusesTracking() || !mayRemember(context)) return;
  const allowed = mayRecord({
    siteCountry: new Intl.Locale(context.locale).region ?? "",
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    isSampled: drawn() < recorder.share,
    isEnabled: true,
    cores: navigator.hardwareConcurrency,
  });
  if (!allowed) return;
  const answer = await settled((api) => api.GET("/api/commerce/fullstory/getId"));
  if (answer.ok && answer.data.id !== mockId) recorder.start(answer.data.id);
}
