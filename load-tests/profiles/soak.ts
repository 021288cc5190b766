// The usual load for hours: what grows that should not?
import { optionsOf, setUpFor, type Profile } from "../lib/options.ts";
import type { Stage } from "../lib/site.ts";
import { tearDown } from "../lib/stage.ts";

const profile: Profile = { name: "soak", seconds: 14_400, from: 2, phases: [{ share: 1, visits: 2 }] };

export const options = optionsOf(profile);
export const setup = (): Stage => setUpFor(profile);
export const teardown = tearDown;
export { apiClients } from "../requests/api-client.ts";
export { contributors } from "../requests/contributor.ts";
export { feeds } from "../requests/feeds.ts";
export { visits } from "../requests/visits.ts";
export { handleSummary } from "../lib/summary.ts";
