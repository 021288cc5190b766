import type { RouteObject } from "react-router";

export const sessionRoutes: RouteObject[] = [
  { path: "sign-in", lazy: async () => ({ Component: (await import("./pages/sign-in-page")).SignInPage }) },
];
