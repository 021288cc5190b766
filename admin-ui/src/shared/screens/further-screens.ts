import type { Resource } from "../session/hooks";

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
    label: "Cookies and consent",
    path: "settings/cookies",
    below: "Settings",
    resource: "site-settings",
    keywords: "privacy gdpr banner analytics",
  },
  {
    label: "Comments, likes and sharing",
    path: "settings/comments",
    below: "Settings",
    resource: "site-settings",
    keywords: "social",
  },
  {
    label: "Default texts",
    path: "settings/texts",
    below: "Settings",
    resource: "site-settings",
    keywords: "language translations wording theme content labels",
  },
  {
    label: "Duplicate this site",
    path: "settings/duplicate",
    below: "Settings",
    resource: "site-settings",
    keywords: "copy clone",
  },
  {
    label: "Restock settings",
    path: "restock/settings",
    below: "Restock notices",
    resource: "discounts-tax-shipping",
    keywords: "back in stock",
  },
  {
    label: "Import stock",
    path: "inventory/import",
    below: "Inventory",
    resource: "products",
    action: "write",
    keywords: "csv upload",
  },
  {
    label: "Webhooks",
    path: "forms/webhooks",
    below: "Form submissions",
    resource: "submissions",
    keywords: "integrations zapier",
  },
  {
    label: "E-mail previews",
    path: "mail/previews",
    below: "Sent e-mails",
    resource: "orders",
    keywords: "order confirmation notifications wording",
  },
  { label: "Trash", path: "pages/trash", below: "Pages", resource: "content", keywords: "deleted pages restore" },
];
