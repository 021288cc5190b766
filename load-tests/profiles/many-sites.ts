// Many sites of one installation, a few of which have most of the visits.
import { optionsOf, setUpFor, type Profile } from "../lib/options.ts";
import type { Stage } from "../lib/site.ts";
import { tearDown } from "../lib/stage.ts";
import { hurry } from "../lib/think.ts";

// Each virtual user holds what is known of all sites: fewer of them take less memory.
hurry(0.3);

const profile: Profile = {
  name: "many-sites",
  seconds: 600,
  from: 5,
  phases: [{ share: 1, visits: 5 }],
  // Each site would need a contributor of its own.
  others: { feeds: 360 },
};

export const options = optionsOf(profile);

/** The second site has half as many visits as the first, the third a third, and so on. */
export function setup(): Stage {
  const stage = setUpFor(profile);
  return { ...stage, sites: stage.sites.map((site, index) => ({ ...site, weight: site.weight / (index + 1) })) };
}

export const teardown = tearDown;
export { feeds } from "../requests/feeds.ts";
export { visits } from "../requests/visits.ts";
export { handleSummary } from "../lib/summary.ts";
