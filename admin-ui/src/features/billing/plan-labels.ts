interface PlanLabels {
  /** Label of the status. */
  name: string;
  /** What the status means for visitors. */
  meaning: string;
}

const everything = "Visitors see the whole site.";

const words: Readonly<Record<string, PlanLabels>> = {
  expired: { name: "Expired", meaning: "The subscription has ended. Visitors see that the site is closed." },
  pastdue: { name: "Past due", meaning: everything },
  trial: {
    name: "Trial",
    meaning: "Visitors need the site password, which is set in the settings. Without it, they see nothing.",
  },
  beta: { name: "Beta", meaning: everything },
  removed: { name: "Removed", meaning: "Visitors see that the site no longer exists." },
  internal: { name: "Internal", meaning: everything },
  comped: { name: "Free", meaning: everything },
  paid: { name: "Paid", meaning: everything },
  linked: { name: "Paid with another site", meaning: everything },
  "parking-page": { name: "Parked", meaning: "Visitors see that the site is coming soon." },
  resold: { name: "Paid through a partner", meaning: everything },
  "resold-grace-period": { name: "Paid through a partner, past due", meaning: everything },
  enterprise: { name: "Enterprise", meaning: everything },
};

/** Label and explanation of a site's plan status. */
export function planLabels(status: string): PlanLabels {
  return words[status] ?? { name: status, meaning: everything };
}
