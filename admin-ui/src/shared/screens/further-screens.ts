import type { Resource } from "../session/hooks";
import { t } from "@lingui/core/macro";

/** A screen that is reached from a sidebar screen. */
export interface FurtherScreen {
  label: string;
  path: string;
  /** The sidebar screen. */
  below: string;
  resource: Resource;
  /** Required permission; read by default. */
  action?: "write";
  /** Synonyms for the search. */
  keywords?: string;
}

export const furtherScreens: readonly FurtherScreen[] = [
  {
    get label() {
      return t`Cookies and consent`;
    },
    path: "settings/cookies",
    get below() {
      return t`Settings`;
    },
    resource: "site-settings",
    get keywords() {
      return t`privacy gdpr banner analytics`;
    },
  },
  {
    get label() {
      return t`Comments, likes and sharing`;
    },
    path: "settings/comments",
    get below() {
      return t`Settings`;
    },
    resource: "site-settings",
    get keywords() {
      return t`social`;
    },
  },
  {
    get label() {
      return t`Duplicate this site`;
    },
    path: "settings/duplicate",
    get below() {
      return t`Settings`;
    },
    resource: "site-settings",
    get keywords() {
      return t`copy clone`;
    },
  },
  {
    get label() {
      return t`Restock settings`;
    },
    path: "restock/settings",
    get below() {
      return t`Restock notices`;
    },
    resource: "discounts-tax-shipping",
    get keywords() {
      return t`back in stock`;
    },
  },
  {
    get label() {
      return t`Import stock`;
    },
    path: "inventory/import",
    get below() {
      return t`Inventory`;
    },
    resource: "products",
    action: "write",
    get keywords() {
      return t`csv upload`;
    },
  },
  {
    get label() {
      return t`Webhooks`;
    },
    path: "forms/webhooks",
    get below() {
      return t`Form submissions`;
    },
    resource: "submissions",
    get keywords() {
      return t`integrations zapier`;
    },
  },
  {
    get label() {
      return t`E-mail previews`;
    },
    path: "mail/previews",
    get below() {
      return t`Sent e-mails`;
    },
    resource: "orders",
    get keywords() {
      return t`order confirmation notifications wording`;
    },
  },
  {
    get label() {
      return t`Trash`;
    },
    path: "pages/trash",
    get below() {
      return t`Pages`;
    },
    resource: "content",
    get keywords() {
      return t`deleted pages restore`;
    },
  },
];
