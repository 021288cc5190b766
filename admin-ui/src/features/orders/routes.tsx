import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "orders",
    handle: needs("orders"),
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./pages/orders-page")).OrdersPage }) },
      { path: ":orderId", lazy: async () => ({ Component: (await import("./pages/order-page")).OrderPage }) },
    ],
  },
];
