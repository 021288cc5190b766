import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "header-footer",
    handle: needs("design"),
    lazy: async () => ({ Component: (await import("./pages/header-footer-page")).HeaderFooterPage }),
  },
];
