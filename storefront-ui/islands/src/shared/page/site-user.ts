import { readCookie } from "./cookies";

/** Cookie with a hint about the signed-in visitor; it only decides what is preloaded. */
export interface SiteUserHint {
  authenticated: boolean;
  siteUserId: string | null;
}

const cookieName = "SiteUserInfo";

/** Reads the hint; an invalid one is logged and counts as signed out. */
export function readSiteUserHint(value: string | null = readCookie(cookieName)): SiteUserHint | null {
  if (value === null) return null;
  try {
    const parsed: unknown = JSON.parse(decodeURIComponent(value));
    if (typeof parsed !== "object" || parsed === null) throw new TypeError("not an object");
    const { authenticated, siteUserId } = parsed as Partial<Record<keyof SiteUserHint, unknown>>;
    return {
      authenticated: authenticated === true,
      siteUserId: typeof siteUserId === "string" ? siteUserId : null,
    };
  } catch {
    // oxlint-disable-next-line no-console -- a broken cookie must be traceable in the browser
    console.warn(`The cookie ${cookieName} cannot be read.`);
    return null;
  }
}
