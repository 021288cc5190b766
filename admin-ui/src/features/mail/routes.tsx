import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "mail",
    handle: needs("orders"),
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./pages/mail-page")).MailPage }) },
      { path: "previews", lazy: async () => ({ Component: (await import("./pages/previews-page")).PreviewsPage }) },
      {
        path: "texts/:emailKind/:language",
        lazy: async () => ({ Component: (await import("./pages/texts-page")).TextsPage }),
      },
      { path: ":mailId", lazy: async () => ({ Component: (await import("./pages/message-page")).MessagePage }) },
    ],
  },
];
