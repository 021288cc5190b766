// A newsletter goes out: ten times as many visits within seconds.
import { optionsOf, setUpFor, type Profile } from "../lib/options.ts";
import type { Stage } from "../lib/site.ts";
import { tearDown } from "../lib/stage.ts";

const profile: Profile = {
  name: "spike",
  seconds: 300,
  from: 2,
  phases: [
    { share: 0.3, visits: 2 },
    { share: 0.05, visits: 20 },
    { share: 0.25, visits: 20 },
    { share: 0.1, visits: 2 },
    { share: 0.3, visits: 2 },
  ],
};

export const options = optionsOf(profile);
export const setup = (): Stage => setUpFor(profile);
export const teardown = tearDown;
export { apiClients } from "../requests/api-client.ts";
export { contributors } from "../requests/contributor.ts";
export { feeds } from "../requests/feeds.ts";
export { visits } from "../requests/visits.ts";
export { handleSummary } from "../lib/summary.ts";
