import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "inventory",
    handle: needs("products"),
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./pages/inventory-page")).InventoryPage }) },
      {
        path: "import",
        handle: needs("products", "write"),
        lazy: async () => ({ Component: (await import("./pages/import-page")).StockImportPage }),
      },
      { path: ":variantId", lazy: async () => ({ Component: (await import("./pages/stock-page")).StockPage }) },
    ],
  },
];
