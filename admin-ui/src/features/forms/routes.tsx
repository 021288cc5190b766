import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "forms",
    handle: needs("submissions"),
    lazy: async () => ({ Component: (await import("./pages/submissions-page")).SubmissionsPage }),
  },
  {
    path: "forms/webhooks",
    handle: needs("submissions"),
    lazy: async () => ({ Component: (await import("./pages/webhooks-page")).WebhooksPage }),
  },
  {
    path: "forms/:formId/:submissionId",
    handle: needs("submissions"),
    lazy: async () => ({ Component: (await import("./pages/submission-page")).SubmissionPage }),
  },
];
