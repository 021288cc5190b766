// More and more visits until the first limit breaks.
import { optionsOf, setUpFor, type Profile } from "../lib/options.ts";
import type { Stage } from "../lib/site.ts";
import { tearDown } from "../lib/stage.ts";
import { hurry } from "../lib/think.ts";

// The number of visitors at the same time would bind the machine of k6 before the server.
hurry(0.1);

const profile: Profile = {
  name: "breakpoint",
  seconds: 1_200,
  from: 1,
  phases: [{ share: 1, visits: 50 }],
  stops: true,
};

export const options = optionsOf(profile);
export const setup = (): Stage => setUpFor(profile);
export const teardown = tearDown;
export { apiClients } from "../requests/api-client.ts";
export { contributors } from "../requests/contributor.ts";
export { feeds } from "../requests/feeds.ts";
export { visits } from "../requests/visits.ts";
export { handleSummary } from "../lib/summary.ts";
