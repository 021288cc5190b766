import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "price-lists",
    handle: needs("discounts-tax-shipping"),
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./pages/price-lists-page")).PriceListsPage }) },
      {
        path: "new",
        lazy: async () => ({ Component: (await import("./pages/new-price-list-page")).NewPriceListPage }),
      },
      {
        path: ":priceListId",
        lazy: async () => ({ Component: (await import("./pages/price-list-page")).PriceListPage }),
      },
    ],
  },
];
