import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "payments",
    handle: needs("plugins"),
    lazy: async () => ({ Component: (await import("./pages/payments-page")).PaymentsPage }),
  },
];
