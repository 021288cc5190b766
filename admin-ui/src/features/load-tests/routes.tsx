import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "settings/load-tests",
    handle: needs("developer-keys"),
    lazy: async () => ({ Component: (await import("./pages/load-tests-page")).LoadTestsPage }),
  },
];
