import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "plugins",
    handle: needs("plugins"),
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./pages/plugins-page")).PluginsPage }) },
      { path: ":pluginId", lazy: async () => ({ Component: (await import("./pages/plugin-or-panel")).PluginPage }) },
    ],
  },
  {
    // Who may open a panel is up to the data that it shows.
    path: "plugin-panels/:pluginId/:panel",
    lazy: async () => ({ Component: (await import("./pages/plugin-or-panel")).PanelPage }),
  },
];
