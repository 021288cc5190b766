import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

/** The screens of visits tell their parts of the address apart; they and the sales are one chunk, with the charts. */
export const routes: RouteObject[] = [
  {
    path: "analytics/*",
    handle: needs("analytics"),
    lazy: async () => ({ Component: (await import("./pages/report-pages")).AnalyticsPage }),
  },
  {
    path: "sales",
    handle: needs("sales-reports"),
    lazy: async () => ({ Component: (await import("./pages/report-pages")).SalesPage }),
  },
];
