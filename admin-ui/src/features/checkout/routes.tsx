import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "checkout",
    handle: needs("discounts-tax-shipping"),
    lazy: async () => ({ Component: (await import("./pages/checkout-page")).CheckoutPage }),
  },
];
