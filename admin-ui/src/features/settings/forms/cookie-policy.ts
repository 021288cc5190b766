import type { WebsiteSettings } from "../api";
import { t } from "@lingui/core/macro";

type CookieSettings = WebsiteSettings["cookieSettings"];

/** Strictness of the cookie consent. */
export type CookiePolicy = "open" | "restrictive" | "absolute";

export const policies: readonly { value: CookiePolicy; label: string; help: string }[] = [
  {
    value: "open",
    get label() {
      return t`Set cookies unless visitors decline`;
    },
    get help() {
      return t`Two cookies identify visitors and visits from the first page on. “Do not track” settings of browsers are respected.`;
    },
  },
  {
    value: "restrictive",
    get label() {
      return t`Set cookies only after visitors accept`;
    },
    get help() {
      return t`No such cookie is set before a visitor accepts, and existing ones are deleted. Required by law in the European Union.`;
    },
  },
  {
    value: "absolute",
    get label() {
      return t`Set cookies in the browser only, after visitors accept`;
    },
    get help() {
      return t`After a visitor accepts, a script on the page sets the cookies. The server never sets any.`;
    },
  },
];

export function policyOf(settings: CookieSettings): CookiePolicy {
  if (settings.isRestrictiveCookiePolicyAbsolute) return "absolute";
  return settings.isRestrictiveCookiePolicyEnabled ? "restrictive" : "open";
}

export function settingsOf(policy: CookiePolicy, isBannerEnabled: boolean): CookieSettings {
  return {
    isRestrictiveCookiePolicyEnabled: policy !== "open",
    isRestrictiveCookiePolicyAbsolute: policy === "absolute",
    isCookieBannerEnabled: isBannerEnabled,
  };
}
