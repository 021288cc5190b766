import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const pagesRoutes: RouteObject[] = [
  {
    path: "pages",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./pages/pages-page")).PagesPage }),
  },
  {
    path: "pages/trash",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./pages/trash-page")).TrashPage }),
  },
  {
    path: "pages/:pageId/settings",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./pages/page-settings-page")).PageSettingsPage }),
  },
];
