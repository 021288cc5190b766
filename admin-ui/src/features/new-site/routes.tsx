import type { RouteObject } from "react-router";

/** Outside the routes of a site. */
export const newSiteRoutes: RouteObject[] = [
  { path: "new-site", lazy: async () => ({ Component: (await import("./pages/new-site-page")).NewSitePage }) },
];
