import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "contributors",
    handle: needs("contributors"),
    lazy: async () => ({ Component: (await import("./pages/contributors-page")).ContributorsPage }),
  },
  {
    path: "audit-log",
    handle: needs("audit-log"),
    lazy: async () => ({ Component: (await import("./pages/audit-log-page")).AuditLogPage }),
  },
];
