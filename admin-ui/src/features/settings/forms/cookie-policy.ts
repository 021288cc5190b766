import type { WebsiteSettings } from "../api";

type CookieSettings = WebsiteSettings["cookieSettings"];

/** How strict a site is about what it remembers. */
export type CookiePolicy = "open" | "restrictive" | "absolute";

export const policies: readonly { value: CookiePolicy; label: string; help: string }[] = [
  {
    value: "open",
    label: "Remember visitors unless they decline",
    help: "Two cookies tell visitors and visits apart from the first page on. Browsers that ask not to be followed are respected.",
  },
  {
    value: "restrictive",
    label: "Remember visitors only once they accept",
    help: "No such cookie is set before somebody accepts, and those that are there are cleared. What the law asks for in the European Union.",
  },
  {
    value: "absolute",
    label: "The same, and never by the server",
    help: "After somebody accepts, the page's own script sets the cookies. Answers of the server never carry any.",
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
