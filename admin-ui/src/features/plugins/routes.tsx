import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "plugins",
    handle: needs("plugins"),
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./pages/plugins-page")).PluginsPage }) },
      { path: ":pluginId", lazy: async () => ({ Component: (await import("./pages/plugin-page")).PluginPage }) },
    ],
  },
];
