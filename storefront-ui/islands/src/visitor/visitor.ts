import { readCookie } from "@/shared/page/cookies";
import { config } from "./config";
import { analyticsId } from "./identifier";
import { mayIdentify } from "./privacy";
import { sessionInfo, type SessionInfo } from "./session";

/** Who visits; without an identifier all of it is empty. */
export interface Visitor extends SessionInfo {
  analyticsId: string | null;
  marketingId: string | null;
  memberAccountId: string | null;
  /** The cookie that the server gives to visitors. */
  cookie: string;
}

interface Member {
  authenticated: boolean;
  siteUserId?: string | null;
}

let session: SessionInfo | undefined;

/** The id in the cookie about the signed-in member. */
function memberId(cookie: string | null): string | null {
  try {
    const { authenticated, siteUserId = null } = JSON.parse(decodeURIComponent(cookie ?? "")) as Member;
    return authenticated ? siteUserId : null;
  } catch {
    return null;
  }
}

/** The visitor as far as they allow at this moment; the session is looked up once per page. */
export function visitor(): Visitor {
  const isKnown = mayIdentify(config);
  session ??= sessionInfo(isKnown);
  const known = (cookie: string): string | null => (isKnown ? readCookie(cookie) : null);
  return {
    ...session,
    analyticsId: isKnown ? analyticsId(isKnown) : null,
    marketingId: known("SS_MID"),
    memberAccountId: memberId(known("SiteUserInfo")),
    cookie: known("ss_cvr") ?? "",
  };
}

/** The session is looked up again: after an answer to the cookie banner, or when the browser restored the page. */
export function forgetSession(): void {
  session = undefined;
}
