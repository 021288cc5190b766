import type { Answer } from "@/shared/api/types";

type Settings = Answer<"/api/v1/websites/{websiteId}/settings", "get">;

export function sampleSettings(): Settings {
  return {
    title: "Juniper & Oat",
    tagline: "Stoneware and slow mornings",
    description: "A small pottery and tea shop.",
    language: "en-US",
    languages: ["ar", "de", "de-CH", "en", "en-US", "ja"],
    currency: "USD",
    currencies: ["EUR", "USD", "CHF", "JPY"],
    currencyFixed: false,
    timeZone: "America/Los_Angeles",
    theme: "hearth",
    contactEmail: "hello@juniper.example",
    location: {
      addressTitle: "",
      addressLine1: "118 Foundry Alley, Unit 3",
      addressLine2: "Asheville, NC 28801",
      addressCountry: "United States",
    },
    socialAccounts: [{ type: "instagram", title: "Instagram", profileUrl: "https://instagram.example/juniper" }],
    revision: 1,
  };
}

export function sampleStorage(): Answer<"/api/v1/websites/{websiteId}/storage", "get"> {
  return { plan: null, usedBytes: 3_400_000, siteBytes: 0, pictureBytes: 20_000_000, fileBytes: 300_000_000 };
}

export function sampleTrial(): Answer<"/api/v1/websites/{websiteId}/trial", "get"> {
  return { onTrial: false, ended: false, daysLeft: 0, endsOn: null, mayExtend: false, keptUntil: null };
}

export function sampleWebsiteSettings(): Answer<"/api/v1/websites/{websiteId}/website-settings", "get"> {
  return {
    useCLDRMoneyFormat: true,
    simpleLikingEnabled: false,
    commentsEnabled: true,
    disqusShortname: "",
    commentSettings: {
      approval: "guests",
      closeAfterDays: 0,
      anonymousAllowed: true,
      notifyOwner: true,
      captcha: false,
    },
    shareSettings: { onPosts: false, onProducts: false, services: ["email", "x"] },
    productTrackingEnabled: false,
    analytics: {
      isEnabled: true,
      mode: "cookie-free",
      excludedPaths: [],
      measuresSpeed: true,
      reportsScriptErrors: true,
    },
    cookieSettings: {
      isRestrictiveCookiePolicyEnabled: false,
      isRestrictiveCookiePolicyAbsolute: false,
      isCookieBannerEnabled: false,
    },
    cookieBanner: {
      text: "May we?",
      acceptLabel: "Yes",
      declineLabel: "No",
      settingsLabel: "Cookies",
      policyLabel: "Privacy",
      policyUrl: "",
    },
    cloneable: false,
    formTextLimits: true,
    revision: 0,
  };
}
