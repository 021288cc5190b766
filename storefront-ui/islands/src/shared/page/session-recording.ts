import { api, settled } from "@/shared/api/send";
import { mayRemember } from "./consent";
import type { PageContext } from "./context";

/** What the server answers where nothing is recorded. */
const mockId = "mock";
const country = "US";

/** What the rule asks of a visit. */
export interface Visit {
  /** Country of the site, as its language names it. */
  siteCountry: string;
  /** IANA name of the browser's time zone. */
  timeZone: string;
  /** Whether the visit is among those that are looked at. */
  isSampled: boolean;
  /** Whether the site has brought a recorder of its own. */
  isEnabled: boolean;
  /** Cores of the device. */
  cores: number;
}

/** Records a session under an id. It is the site's own and has to leave out what is typed into forms. */
export interface Recorder {
  /** Part of the visits that are recorded, from 0 to 1. */
  share: number;
  start: (id: string) => void;
}

declare global {
  interface Window {
    /** Set by a site that records sessions itself. */
    stoaSessionRecorder?: Recorder;
  }
}

/** Whether the session of a shopper may be recorded: all conditions have to hold. */
export function mayRecord({ siteCountry, timeZone, isSampled, isEnabled, cores }: Visit): boolean {
  return isEnabled && isSampled && siteCountry === country && timeZone.startsWith("America/") && cores > 2;
}

/** Starts the site's recorder where the rule, the visitor and the server allow it. */
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
  const answer = await settled(api().GET("/api/commerce/fullstory/getId"));
  if (answer.ok && answer.data.id !== mockId) recorder.start(answer.data.id);
}
