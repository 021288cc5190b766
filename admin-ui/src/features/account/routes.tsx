import type { RouteObject } from "react-router";
import type { RoutePlace } from "@/shared/screens/route-place";

/** The account page belongs to no site. */
export const place: RoutePlace = "account";

export const routes: RouteObject[] = [
  { path: "account", lazy: async () => ({ Component: (await import("./pages/account-page")).AccountPage }) },
];
