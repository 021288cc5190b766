import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";
import type { RoutePlace } from "@/shared/screens/route-place";

export const place: RoutePlace = "editor";

export const routes: RouteObject[] = [
  {
    path: "pages/:pageId/edit",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./pages/editor-page")).EditorPage }),
  },
];
