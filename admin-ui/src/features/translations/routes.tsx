import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "settings/translations",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./pages/translations-page")).TranslationsPage }),
  },
  {
    path: "settings/translations/import",
    handle: needs("content", "write"),
    lazy: async () => ({ Component: (await import("./pages/import-page")).TranslationsImportPage }),
  },
  {
    path: "settings/translations/:language/:kind/:resourceId",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./pages/resource-page")).ResourcePage }),
  },
];
