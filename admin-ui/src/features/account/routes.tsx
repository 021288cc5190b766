import type { RouteObject } from "react-router";

/** Somebody's own account belongs to no site. */
export const accountRoutes: RouteObject[] = [
  { path: "account", lazy: async () => ({ Component: (await import("./pages/account-page")).AccountPage }) },
];
