import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "products",
    handle: needs("products"),
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./pages/products-page")).ProductsPage }) },
      {
        path: ":collectionId/categories",
        lazy: async () => ({ Component: (await import("./pages/categories-page")).CategoriesPage }),
      },
      {
        path: ":collectionId/list",
        lazy: async () => ({ Component: (await import("./pages/list-page")).ListPage }),
      },
      {
        path: ":collectionId/import",
        handle: needs("products", "write"),
        lazy: async () => ({ Component: (await import("./pages/import-page")).ProductImportPage }),
      },
      {
        path: ":collectionId/new",
        lazy: async () => ({ Component: (await import("./pages/new-product-page")).NewProductPage }),
      },
      {
        path: ":collectionId/:itemId",
        lazy: async () => ({ Component: (await import("./pages/product-page")).ProductPage }),
      },
    ],
  },
];
