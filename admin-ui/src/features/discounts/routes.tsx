import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "discounts",
    handle: needs("discounts-tax-shipping"),
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./pages/discounts-page")).DiscountsPage }) },
      { path: "new", lazy: async () => ({ Component: (await import("./pages/new-discount-page")).NewDiscountPage }) },
      { path: ":discountId", lazy: async () => ({ Component: (await import("./pages/discount-page")).DiscountPage }) },
    ],
  },
];
