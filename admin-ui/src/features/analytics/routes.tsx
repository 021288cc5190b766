import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

/** The reports of visits have routes of their own, loaded with the first of them. */
export const routes: RouteObject[] = [
  {
    path: "analytics/*",
    handle: needs("analytics"),
    lazy: async () => ({ Component: (await import("./pages/analytics-page")).AnalyticsPage }),
  },
  {
    path: "sales",
    handle: needs("sales-reports"),
    lazy: async () => ({ Component: (await import("./pages/sales-page")).SalesPage }),
  },
];
