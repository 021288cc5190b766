import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "restock",
    handle: needs("products"),
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./pages/restock-page")).RestockPage }) },
      {
        path: "settings",
        handle: needs("discounts-tax-shipping"),
        lazy: async () => ({ Component: (await import("./pages/restock-settings-page")).RestockSettingsPage }),
      },
      {
        path: ":productId/:variantId",
        handle: needs("customers"),
        lazy: async () => ({ Component: (await import("./pages/sign-ups-page")).SignUpsPage }),
      },
    ],
  },
];
