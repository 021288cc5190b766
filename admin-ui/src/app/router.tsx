import { createBrowserRouter, Navigate, type RouteObject } from "react-router";
import type { RoutePlace } from "@/shared/screens/route-place";
import { LoadingBar } from "@/shared/ui/states";
import { CommandBoxOutlet } from "./shell/command-box-outlet";
import { RouteError, throwNotFound } from "./route-error";
import { RequireSession, RequireWebsite, RedirectToLastWebsite, RedirectToPlan } from "./session-gates";
import { PermissionOutlet } from "./permission-outlet";

interface FeatureRoutes {
  routes: RouteObject[];
  place?: RoutePlace;
}

/** The routes of all features; a feature has them in its `routes.tsx`. */
const features = Object.values(import.meta.glob<FeatureRoutes>("../features/*/routes.tsx", { eager: true }));

function routesAt(wanted: RoutePlace): RouteObject[] {
  return features.filter(({ place = "site" }) => place === wanted).flatMap(({ routes }) => routes);
}

export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    HydrateFallback: LoadingBar,
    children: [
      ...routesAt("signed-out"),
      {
        Component: RequireSession,
        children: [
          { index: true, Component: RedirectToLastWebsite },
          { path: "settings/billing/*", Component: RedirectToPlan },
          ...routesAt("account"),
          {
            path: "sites/:websiteId",
            Component: RequireWebsite,
            // Sidebar and command box list the screens; their icons are not needed to sign in.
            lazy: async () => ({ handle: { screens: (await import("./screens")).screens } }),
            children: [
              {
                lazy: async () => ({ Component: (await import("./shell/site-shell")).SiteShell }),
                children: [
                  {
                    Component: PermissionOutlet,
                    ErrorBoundary: RouteError,
                    children: [...routesAt("site"), { path: "*", loader: throwNotFound, element: null }],
                  },
                ],
              },
              {
                Component: CommandBoxOutlet,
                children: [
                  { Component: PermissionOutlet, ErrorBoundary: RouteError, children: routesAt("whole-window") },
                ],
              },
              // The editor opens the command box with its own commands.
              { Component: PermissionOutlet, ErrorBoundary: RouteError, children: routesAt("editor") },
            ],
          },
        ],
      },
      { path: "*", element: <Navigate to="/" replace /> },
    ],
  },
];

export function createAppRouter() {
  return createBrowserRouter(routes, { basename: "/admin" });
}
