import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "comments",
    handle: needs("comments"),
    lazy: async () => ({ Component: (await import("./pages/comments-page")).CommentsPage }),
  },
];
