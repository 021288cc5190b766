import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "settings/texts",
    handle: needs("site-settings"),
    lazy: async () => ({ Component: (await import("./pages/site-texts-page")).SiteTextsPage }),
  },
];
