import type { RouteObject } from "react-router";

/** A site to be made belongs to no other. */
export const newSiteRoutes: RouteObject[] = [
  { path: "new-site", lazy: async () => ({ Component: (await import("./pages/new-site-page")).NewSitePage }) },
];
