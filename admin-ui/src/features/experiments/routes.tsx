import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "experiments",
    handle: needs("content"),
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./pages/experiments-page")).ExperimentsPage }) },
      {
        path: "new",
        lazy: async () => ({ Component: (await import("./pages/new-experiment-page")).NewExperimentPage }),
      },
      {
        path: ":experimentId",
        lazy: async () => ({ Component: (await import("./pages/experiment-page")).ExperimentPage }),
      },
    ],
  },
];
