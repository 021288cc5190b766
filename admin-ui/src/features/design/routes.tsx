import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";
import type { RoutePlace } from "@/shared/screens/route-place";

export const place: RoutePlace = "whole-window";

export const routes: RouteObject[] = [
  {
    path: "design",
    handle: needs("design"),
    lazy: async () => ({ Component: (await import("./pages/design-page")).DesignPage }),
  },
];
