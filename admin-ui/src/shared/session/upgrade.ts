import { hasPermission } from "./hooks";
import type { Website } from "./types";

/** Relative to the site: plan page of a trial site. */
export const trialPath = "settings/billing/upgrade";
/** Plan page of any other site. */
export const planPath = "settings/billing/subscriptions/website";

/** The screen for changing a site's plan, and whether the user may. */
export interface Upgrade {
  path: string;
  /** True for administrators and the role Billing; others have to ask them. */
  isMine: boolean;
}

export function upgradeOf(website: Website): Upgrade {
  const path = website.status === "trial" ? trialPath : planPath;
  return { path, isMine: hasPermission(website, "billing", "read") };
}
