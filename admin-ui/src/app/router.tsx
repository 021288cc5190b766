import { createBrowserRouter, Navigate, type RouteObject } from "react-router";
import { accountRoutes } from "@/features/account/routes";
import { assetsRoutes } from "@/features/assets/routes";
import { billingRoutes } from "@/features/billing/routes";
import { checkoutRoutes } from "@/features/checkout/routes";
import { commentsRoutes } from "@/features/comments/routes";
import { productReviewsRoutes } from "@/features/product-reviews/routes";
import { contributorsRoutes } from "@/features/contributors/routes";
import { customersRoutes } from "@/features/customers/routes";
import { designRoutes } from "@/features/design/routes";
import { discountsRoutes } from "@/features/discounts/routes";
import { priceListsRoutes } from "@/features/price-lists/routes";
import { editorRoutes } from "@/features/editor/routes";
import { formsRoutes } from "@/features/forms/routes";
import { headerFooterRoutes } from "@/features/header-footer/routes";
import { homeRoutes } from "@/features/home/routes";
import { inventoryRoutes } from "@/features/inventory/routes";
import { mailRoutes } from "@/features/mail/routes";
import { mailingListsRoutes } from "@/features/mailing-lists/routes";
import { navigationRoutes } from "@/features/navigation/routes";
import { newSiteRoutes } from "@/features/new-site/routes";
import { ordersRoutes } from "@/features/orders/routes";
import { pagesRoutes } from "@/features/pages/routes";
import { paymentsRoutes } from "@/features/payments/routes";
import { pluginsRoutes } from "@/features/plugins/routes";
import { productsRoutes } from "@/features/products/routes";
import { redirectsRoutes } from "@/features/redirects/routes";
import { restockRoutes } from "@/features/restock/routes";
import { sessionRoutes } from "@/features/session/routes";
import { settingsRoutes } from "@/features/settings/routes";
import { shippingRoutes } from "@/features/shipping/routes";
import { taxesRoutes } from "@/features/taxes/routes";
import { templatesRoutes } from "@/features/templates/routes";
import { LoadingBar } from "@/shared/ui/states";
import { CommandBoxOutlet } from "./shell/command-box-outlet";
import { RouteError, throwNotFound } from "./route-error";
import { RequireSession, RequireWebsite, RedirectToLastWebsite, RedirectToPlan } from "./session-gates";
import { PermissionOutlet } from "./permission-outlet";

export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    HydrateFallback: LoadingBar,
    children: [
      ...sessionRoutes,
      {
        Component: RequireSession,
        children: [
          { index: true, Component: RedirectToLastWebsite },
          { path: "settings/billing/*", Component: RedirectToPlan },
          ...accountRoutes,
          ...newSiteRoutes,
          {
            path: "sites/:websiteId",
            Component: RequireWebsite,
            children: [
              {
                lazy: async () => ({ Component: (await import("./shell/site-shell")).SiteShell }),
                children: [
                  {
                    Component: PermissionOutlet,
                    ErrorBoundary: RouteError,
                    children: [
                      ...homeRoutes,
                      ...ordersRoutes,
                      ...customersRoutes,
                      ...checkoutRoutes,
                      ...productsRoutes,
                      ...inventoryRoutes,
                      ...restockRoutes,
                      ...discountsRoutes,
                      ...priceListsRoutes,
                      ...shippingRoutes,
                      ...taxesRoutes,
                      ...pagesRoutes,
                      ...navigationRoutes,
                      ...headerFooterRoutes,
                      ...redirectsRoutes,
                      ...assetsRoutes,
                      ...formsRoutes,
                      ...commentsRoutes,
                      ...productReviewsRoutes,
                      ...mailRoutes,
                      ...mailingListsRoutes,
                      ...paymentsRoutes,
                      ...pluginsRoutes,
                      ...contributorsRoutes,
                      ...settingsRoutes,
                      ...billingRoutes,
                      { path: "*", loader: throwNotFound, element: null },
                    ],
                  },
                ],
              },
              {
                Component: CommandBoxOutlet,
                children: [{ Component: PermissionOutlet, ErrorBoundary: RouteError, children: [...designRoutes, ...templatesRoutes] }],
              },
              // The editor opens the command box with its own commands.
              { Component: PermissionOutlet, ErrorBoundary: RouteError, children: editorRoutes },
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
