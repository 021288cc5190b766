import { t } from "@lingui/core/macro";

interface PlanLabels {
  /** Label of the status. */
  name: string;
  /** What the status means for visitors. */
  meaning: string;
}

const everything = () => t`Visitors see the whole site.`;

const words: Readonly<Record<string, PlanLabels>> = {
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
    meaning: everything(),
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
    meaning: everything(),
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
    meaning: everything(),
  },
  comped: {
    get name() {
      return t`Free`;
    },
    meaning: everything(),
  },
  paid: {
    get name() {
      return t`Paid`;
    },
    meaning: everything(),
  },
  linked: {
    get name() {
      return t`Paid with another site`;
    },
    meaning: everything(),
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
    meaning: everything(),
  },
  "resold-grace-period": {
    get name() {
      return t`Paid through a partner, past due`;
    },
    meaning: everything(),
  },
  enterprise: {
    get name() {
      return t`Enterprise`;
    },
    meaning: everything(),
  },
};

/** Label and explanation of a site's plan status. */
export function planLabels(status: string): PlanLabels {
  return words[status] ?? { name: status, meaning: everything() };
}
