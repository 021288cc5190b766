interface PlanWords {
  /** The standing of the site in a word. */
  name: string;
  /** What visitors get of it. */
  meaning: string;
}

const everything = "Visitors see the whole site.";

const words: Readonly<Record<string, PlanWords>> = {
  expired: { name: "Expired", meaning: "The contract has ended. Visitors read that the site is closed." },
  pastdue: { name: "Payment late", meaning: everything },
  trial: { name: "Trial", meaning: "Visitors need the password of the site, which is set in the settings. Without one they see nothing." },
  beta: { name: "Beta", meaning: everything },
  removed: { name: "Given up", meaning: "Visitors read that the site is gone." },
  internal: { name: "Internal", meaning: everything },
  comped: { name: "Free", meaning: everything },
  paid: { name: "Paid", meaning: everything },
  linked: { name: "Paid with another site", meaning: everything },
  "parking-page": { name: "Parked", meaning: "Visitors read that a site is to come." },
  resold: { name: "Paid through a partner", meaning: everything },
  "resold-grace-period": { name: "Paid through a partner, payment late", meaning: everything },
  enterprise: { name: "Enterprise", meaning: everything },
};

/** What a site's standing is called, and what it means for its visitors. */
export function planWords(status: string): PlanWords {
  return words[status] ?? { name: status, meaning: everything };
}
