import { mayDo } from "./hooks";
import type { Website } from "./types";

/** Below the address of a site: where one that is being tried out gets its plan. */
export const trialPath = "settings/billing/upgrade";
/** Where the plan of any other site is changed. */
export const planPath = "settings/billing/subscriptions/website";

/** Which screen a site's plan is changed on, and whether this person may. */
export interface Upgrade {
  path: string;
  /** Administrators and people with the role Billing; all others have to ask them. */
  isMine: boolean;
}

export function upgradeOf(website: Website): Upgrade {
  const path = website.status === "trial" ? trialPath : planPath;
  return { path, isMine: mayDo(website, "billing", "read") };
}
