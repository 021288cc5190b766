import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const editorRoutes: RouteObject[] = [
  {
    path: "pages/:pageId/edit",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./pages/editor-page")).EditorPage }),
  },
];
