// Many sites of one installation, a few of which have most of the visits.
import { optionsOf, setUpFor, type Profile } from "../lib/options.ts";
import type { Stage } from "../lib/site.ts";
import { tearDown } from "../lib/stage.ts";

const profile: Profile = {
  name: "many-sites",
  seconds: 600,
  from: 5,
  phases: [{ share: 1, visits: 5 }],
  // Each site would need a contributor of its own.
  others: { feeds: 360 },
};

export const options = optionsOf(profile);
export const setup = (): Stage => setUpFor(profile);
export const teardown = tearDown;
export { feeds } from "../requests/feeds.ts";
export { visits } from "../requests/visits.ts";
export { handleSummary } from "../lib/summary.ts";
