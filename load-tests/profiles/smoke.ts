// Does everything work under a little load? Before each longer run, and in the checks.
import exec from "k6/execution";
import { shareOf } from "../lib/funnel.ts";
import { optionsOf, setUpFor, type Profile } from "../lib/options.ts";
import { ofIteration } from "../lib/random.ts";
import { scenario } from "../lib/scenario.ts";
import type { Stage } from "../lib/site.ts";
import { tearDown } from "../lib/stage.ts";
import { hurried } from "../lib/think.ts";
import { siteOf, visit } from "../requests/visits.ts";

const profile: Profile = { name: "smoke", seconds: 60, from: 2, phases: [{ share: 1, visits: 2 }], buys: true };
/** The share of the usual pauses of the one who buys in any case: the order is to be there in the end. */
const hurry = 0.1;

export const options = optionsOf(profile);
export const setup = (): Stage => setUpFor(profile);
export const teardown = tearDown;
export { apiClients } from "../requests/api-client.ts";
export { contributors } from "../requests/contributor.ts";
export { feeds } from "../requests/feeds.ts";
export { handleSummary } from "../lib/summary.ts";

/** The first visitor buys, since by chance nobody may; each k6 process has one. */
export const visits = scenario((stage: Stage): void => {
  const random = ofIteration();
  const site = siteOf(stage, random);
  const isBuyer = exec.scenario.iterationInInstance === 0 && shareOf("order") > 0;
  if (isBuyer) hurried(hurry, () => visit(site, random, "order"));
  else visit(site, random);
});
