import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "navigation",
    handle: needs("navigation"),
    lazy: async () => ({ Component: (await import("./pages/navigation-page")).NavigationPage }),
  },
];
