import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "settings/languages",
    handle: needs("content"),
    lazy: async () => ({ Component: (await import("./pages/languages-page")).LanguagesPage }),
  },
];
