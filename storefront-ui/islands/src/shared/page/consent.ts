import type { PageContext } from "./context";
import { readCookie } from "./cookies";
import { refusesTracking } from "./tracking";

/** What the visitor has answered when asked for cookies; null before that. */
export function answeredConsent(): boolean | null {
  const answer = readCookie("ss_cookieAllowed");
  return answer === "true" ? true : answer === "false" ? false : null;
}

/** Whether the browser may keep what the site does not need to work, and the site may count what happens. */
export function mayRemember({ cookies }: PageContext): boolean {
  return answeredConsent() ?? !(cookies.asksFirst || refusesTracking());
}
