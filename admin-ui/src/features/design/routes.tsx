import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const designRoutes: RouteObject[] = [
  {
    path: "design",
    handle: needs("design"),
    lazy: async () => ({ Component: (await import("./pages/design-page")).DesignPage }),
  },
];
