import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const productReviewsRoutes: RouteObject[] = [
  {
    path: "reviews",
    handle: needs("products"),
    lazy: async () => ({ Component: (await import("./pages/reviews-page")).ReviewsPage }),
  },
];
