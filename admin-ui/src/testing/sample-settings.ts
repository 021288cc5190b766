import type { Answer } from "@/shared/api/types";

type Settings = Answer<"/api/v1/websites/{websiteId}/settings", "get">;

export function sampleSettings(): Settings {
  return {
    title: "Juniper & Oat",
    tagline: "Stoneware and slow mornings",
    description: "A small pottery and tea shop.",
    language: "en-US",
    currency: "USD",
    timeZone: "America/Los_Angeles",
    theme: "hearth",
    contactEmail: "hello@juniper.example",
    socialAccounts: [{ type: "instagram", title: "Instagram", profileUrl: "https://instagram.example/juniper" }],
    revision: 1,
  };
}
