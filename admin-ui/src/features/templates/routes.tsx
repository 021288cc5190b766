import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

const lazy = async () => ({ Component: (await import("./pages/templates-page")).TemplatesPage });

export const templatesRoutes: RouteObject[] = [
  { path: "templates", handle: needs("design"), lazy },
  { path: "templates/:filePath", handle: needs("design"), lazy },
];
