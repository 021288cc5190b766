import type { RouteObject } from "react-router";
import { needs } from "@/shared/session/route-needs";

export const routes: RouteObject[] = [
  {
    path: "mailing-lists",
    handle: needs("campaigns"),
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./pages/mailing-lists-page")).MailingListsPage }) },
      {
        path: ":listId",
        lazy: async () => ({ Component: (await import("./pages/mailing-list-page")).MailingListPage }),
      },
    ],
  },
];
