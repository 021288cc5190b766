import { Navigate, type RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
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
    path: "pages/areas",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./areas/areas-page")).AreasPage }),
  },
  {
    path: "pages/areas/:areaId",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./areas/area-page")).AreaPage }),
  },
  {
    path: "pages/:pageId",
    handle: needs("content"),
    Component: () => <Navigate to="settings" replace />,
  },
  {
    path: "pages/:pageId/settings",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./pages/page-settings-page")).PageSettingsPage }),
  },
  {
    path: "collections/:collectionId/items",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./items/pages/items-page")).ItemsPage }),
  },
  {
    path: "collections/:collectionId/labels",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./items/pages/labels-page")).LabelsPage }),
  },
  {
    path: "items/:itemId",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./items/pages/item-page")).ItemPage }),
  },
];
