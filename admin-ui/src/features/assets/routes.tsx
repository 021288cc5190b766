import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "assets",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./pages/assets-page")).AssetsPage }),
  },
];
