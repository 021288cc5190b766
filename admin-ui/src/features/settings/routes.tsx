import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "settings",
    handle: needs("site-settings"),
    lazy: async () => ({ Component: (await import("./pages/settings-page")).SiteSettingsPage }),
  },
  {
    path: "settings/cookies",
    handle: needs("site-settings"),
    lazy: async () => ({ Component: (await import("./pages/cookies-page")).CookiesPage }),
  },
  {
    path: "settings/analytics",
    handle: needs("site-settings"),
    lazy: async () => ({ Component: (await import("./pages/analytics-settings-page")).AnalyticsSettingsPage }),
  },
  {
    path: "settings/duplicate",
    handle: needs("site-settings"),
    lazy: async () => ({ Component: (await import("./pages/duplicate-page")).DuplicatePage }),
  },
  {
    path: "settings/comments",
    handle: needs("site-settings"),
    lazy: async () => ({ Component: (await import("./pages/comments-settings-page")).CommentsSettingsPage }),
  },
];
