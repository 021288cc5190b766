import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "taxes",
    handle: needs("discounts-tax-shipping"),
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./pages/taxes-page")).TaxesPage }) },
      { path: "new", lazy: async () => ({ Component: (await import("./pages/new-tax-page")).NewTaxPage }) },
      { path: ":taxId", lazy: async () => ({ Component: (await import("./pages/tax-page")).TaxPage }) },
    ],
  },
];
