import type { RouteObject } from "react-router";
import type { RoutePlace } from "@/shared/screens/route-place";

/** Outside the routes of a site. */
export const place: RoutePlace = "account";

export const routes: RouteObject[] = [
  { path: "new-site", lazy: async () => ({ Component: (await import("./pages/new-site-page")).NewSitePage }) },
];
