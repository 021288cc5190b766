import { t } from "@lingui/core/macro";
import type { components } from "@stoa/api/schema";

type WebsiteStatus = components["schemas"]["WebsiteStatus"];

interface PlanLabels {
  /** Label of the status. */
  name: string;
  /** What the status means for visitors. */
  meaning: string;
}

const everything = () => t`Visitors see the whole site.`;

const words: Readonly<Record<WebsiteStatus, PlanLabels>> = {
  expired: {
    get name() {
      return t`Expired`;
    },
    get meaning() {
      return t`The subscription has ended. Visitors see that the site is closed.`;
    },
  },
  pastdue: {
    get name() {
      return t`Past due`;
    },
    get meaning() {
      return everything();
    },
  },
  trial: {
    get name() {
      return t`Trial`;
    },
    get meaning() {
      return t`Visitors need the site password, which is set in the settings. Without it, they see nothing.`;
    },
  },
  beta: {
    get name() {
      return t`Beta`;
    },
    get meaning() {
      return everything();
    },
  },
  removed: {
    get name() {
      return t`Removed`;
    },
    get meaning() {
      return t`Visitors see that the site no longer exists.`;
    },
  },
  internal: {
    get name() {
      return t`Internal`;
    },
    get meaning() {
      return everything();
    },
  },
  comped: {
    get name() {
      return t`Free`;
    },
    get meaning() {
      return everything();
    },
  },
  paid: {
    get name() {
      return t`Paid`;
    },
    get meaning() {
      return everything();
    },
  },
  linked: {
    get name() {
      return t`Paid with another site`;
    },
    get meaning() {
      return everything();
    },
  },
  "parking-page": {
    get name() {
      return t`Parked`;
    },
    get meaning() {
      return t`Visitors see that the site is coming soon.`;
    },
  },
  resold: {
    get name() {
      return t`Paid through a partner`;
    },
    get meaning() {
      return everything();
    },
  },
  "resold-grace-period": {
    get name() {
      return t`Paid through a partner, past due`;
    },
    get meaning() {
      return everything();
    },
  },
  enterprise: {
    get name() {
      return t`Enterprise`;
    },
    get meaning() {
      return everything();
    },
  },
};

/** Label and explanation of a site's plan status. */
export function planLabels(status: WebsiteStatus): PlanLabels {
  return words[status];
}
