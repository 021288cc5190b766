import type { RouteObject } from "react-router";

/** The account page belongs to no site. */
export const accountRoutes: RouteObject[] = [
  { path: "account", lazy: async () => ({ Component: (await import("./pages/account-page")).AccountPage }) },
];
