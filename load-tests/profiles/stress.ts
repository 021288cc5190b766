// More than usual, step by step, and back: what becomes slow first, and does it recover?
import { optionsOf, setUpFor, type Profile } from "../lib/options.ts";
import type { Stage } from "../lib/site.ts";
import { tearDown } from "../lib/stage.ts";

const profile: Profile = {
  name: "stress",
  seconds: 900,
  from: 2,
  phases: [
    { share: 0.2, visits: 2 },
    { share: 0.1, visits: 6 },
    { share: 0.2, visits: 6 },
    { share: 0.1, visits: 12 },
    { share: 0.2, visits: 12 },
    { share: 0.2, visits: 2 },
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
