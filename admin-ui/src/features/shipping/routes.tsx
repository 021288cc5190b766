import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "shipping",
    handle: needs("discounts-tax-shipping"),
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./pages/zones-page")).ZonesPage }) },
      { path: "new", lazy: async () => ({ Component: (await import("./pages/new-zone-page")).NewZonePage }) },
      { path: ":zoneId", lazy: async () => ({ Component: (await import("./pages/zone-page")).ZonePage }) },
    ],
  },
];
