import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "reviews",
    handle: needs("products"),
    lazy: async () => ({ Component: (await import("./pages/reviews-page")).ReviewsPage }),
  },
];
