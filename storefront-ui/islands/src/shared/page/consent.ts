import type { PageContext } from "./context";
import { readCookie } from "./cookies";
import { refusesTracking } from "./tracking";

/** The visitor's answer to the cookie banner; null before that. */
export function answeredConsent(): boolean | null {
  const answer = readCookie("ss_cookieAllowed");
  return answer === "true" ? true : answer === "false" ? false : null;
}

/** Whether non-essential data may be stored and events may be counted. */
export function mayRemember({ cookies }: PageContext): boolean {
  return answeredConsent() ?? !(cookies.asksFirst || refusesTracking());
}
