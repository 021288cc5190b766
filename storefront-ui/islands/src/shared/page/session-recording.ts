import { settled } from "@/shared/api/send";
import { mayRemember } from "./consent";
import type { PageContext } from "./context";

/** Id returned by the server if nothing is recorded. */
const mockId = "mock";
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

/** Starts the site's recorder if the rule, the visitor and the server allow it. */
export async function recordSession(context: PageContext, recorder = window.stoaSessionRecorder): Promise<void> {
  if (recorder === undefined || context.inEditor || !mayRemember(context)) return;
  const allowed = mayRecord({
    siteCountry: new Intl.Locale(context.locale).region ?? "",
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    isSampled: Math.random() < recorder.share,
    isEnabled: true,
    cores: navigator.hardwareConcurrency,
  });
  if (!allowed) return;
  const answer = await settled((api) => api.GET("/api/commerce/fullstory/getId"));
  if (answer.ok && answer.data.id !== mockId) recorder.start(answer.data.id);
}
