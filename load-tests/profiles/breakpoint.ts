// More and more visits, by steps, until the first limit breaks.
import { climb, noteRate } from "../lib/climb.ts";
import { scale } from "../lib/env.ts";
import { optionsOf, setUpFor, type Profile } from "../lib/options.ts";
import { ofIteration } from "../lib/random.ts";
import { scenario } from "../lib/scenario.ts";
import type { Stage } from "../lib/site.ts";
import { tearDown } from "../lib/stage.ts";
import { hurry } from "../lib/think.ts";
import { siteOf, visit } from "../requests/visits.ts";

// The number of visitors at the same time would bind the machine of k6 before the server.
hurry(0.1);

const climbed = climb();
// Virtual users for the most visits would take gigabytes; k6 makes more of them when it needs them.
const profile: Profile = { name: "breakpoint", ...climbed, ready: 50, climbs: true, stops: true };

export const options = optionsOf(profile);
export const setup = (): Stage => setUpFor(profile);
export const teardown = tearDown;
export { apiClients } from "../requests/api-client.ts";
export { contributors } from "../requests/contributor.ts";
export { feeds } from "../requests/feeds.ts";
export { handleSummary } from "../lib/summary.ts";

export const visits = scenario((stage: Stage): void => {
  noteRate(climbed, scale);
  const random = ofIteration();
  visit(siteOf(stage, random), random);
});
