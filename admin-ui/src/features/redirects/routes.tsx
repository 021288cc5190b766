import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "redirects",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./pages/redirects-page")).RedirectsPage }),
  },
];
