import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "customers",
    handle: needs("customers"),
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./pages/customers-page")).CustomersPage }) },
      { path: ":customerId", lazy: async () => ({ Component: (await import("./pages/customer-page")).CustomerPage }) },
    ],
  },
];
