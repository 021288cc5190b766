import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";
import type { RoutePlace } from "@/shared/screens/route-place";

const lazy = async () => ({ Component: (await import("./pages/templates-page")).TemplatesPage });

export const place: RoutePlace = "whole-window";

export const routes: RouteObject[] = [
  { path: "templates", handle: needs("design"), lazy },
  { path: "templates/:filePath", handle: needs("design"), lazy },
];
