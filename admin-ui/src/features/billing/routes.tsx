import type { RouteObject } from "react-router";
import { planPath, trialPath } from "@/shared/session/upgrade";

/** No permission is required: users who may not change the plan see whom to ask. */
export const routes: RouteObject[] = [
  { path: trialPath, lazy: async () => ({ Component: (await import("./pages/plan-page")).PlanPage }) },
  { path: planPath, lazy: async () => ({ Component: (await import("./pages/plan-page")).PlanPage }) },
];
