import type { PageContext } from "@/shared/page/context";
import { countProductVisit } from "@/shared/page/product-tracking";
import { recordSession } from "@/shared/page/session-recording";
import { keepVisitorCookies } from "@/shared/page/visitor-cookies";

/** Sets the visitor's cookies, counts the view of a product and records the session, where the site does so. */
export async function trackVisit(context: PageContext): Promise<void> {
  keepVisitorCookies(context);
  countProductVisit(context);
  await recordSession(context);
}
