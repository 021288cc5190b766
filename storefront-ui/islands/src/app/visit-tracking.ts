import type { PageContext } from "@/shared/page/context";
import { recordSession } from "@/shared/page/session-recording";
import { keepVisitorCookies } from "@/shared/page/visitor-cookies";

/** Sets the visitor's cookies and records the session, where the site does so. */
export async function trackVisit(context: PageContext): Promise<void> {
  keepVisitorCookies(context);
  await recordSession(context);
}
