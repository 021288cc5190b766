// Before and after a run.
import { isBought, read } from "./catalogue.ts";
import { text } from "./env.ts";
import { beginCounting, ruleBroken } from "./metrics.ts";
import { hasOwner, signIn, type SignedIn } from "./owner.ts";
import { checkRun, end, giveUp, orEnd, Refusal, refuse, runName, startAll } from "./run.ts";
import type { Site, Stage } from "./site.ts";
import { originsOf, startedRuns, targets, type StartedTarget, type Target } from "./target.ts";

const started = startedRuns();
/** Files are only read before a run begins. */
const listed = started === null && text("STOA_TARGETS") !== "" ? targets() : null;

/** What is to be tested; ends k6 if that was not said. */
function wanted(): Target[] {
  try {
    return listed ?? targets();
  } catch (error) {
    return giveUp(new Refusal(error instanceof Error ? error.message : String(error)));
  }
}

/** What a run does besides looking around. */
export interface Doing {
  /** A contributor signs in, if an account is given. */
  works: boolean;
  /** Someone buys: a site must have something in stock. */
  buys: boolean;
}

/** Starts the run on all sites, unless that was done before, and looks at what is there. */
export function setUp(profile: string, seconds: number, doing: Doing): Stage {
  beginCounting();
  const name = runName(profile);
  if (started !== null) return orEnd([], () => lookAt(started, name, doing));
  const runs = startAll(wanted(), name, profile, seconds);
  return orEnd(runs, () => lookAt(runs, name, doing));
}

function lookAt(runs: readonly StartedTarget[], name: string, { works, buys }: Doing): Stage {
  const sites = runs.map((run): Site => {
    const { catalogue, host } = read(run, runs.length);
    const { key: _, ...known } = run;
    return { ...known, origins: originsOf(run), host, run: name, owner: null, catalogue };
  });
  if (buys && !sites.some(({ catalogue }) => catalogue.products.some((product) => isBought(product)))) {
    const found = `${sites.map(({ host }) => host).join(", ")}: there is nothing to buy`;
    return refuse(`${found}. Put a product in stock into a store that visitors see, or set STOA_FUNNEL=100,30,0,0.`);
  }
  const sessions: SignedIn[] = [];
  for (const site of works && hasOwner() ? sites : []) {
    site.owner = signIn(site, sessions);
    sessions.push(site.owner);
  }
  return { sites, isOwner: started === null };
}

/** Asks all sites whether nothing was lost, and ends the run. */
export function tearDown({ sites, isOwner }: Stage): void {
  if (!isOwner) return;
  for (const site of sites) {
    for (const { rule, holds, details } of checkRun(site, [])) {
      if (holds) continue;
      ruleBroken(rule);
      console.error(`${site.host}: ${rule} does not hold: ${details.join("; ")}`);
    }
    end(site);
  }
}

/** Looks at what a run left, and ends it in any case. */
export function tearDownAfter(stage: Stage, look: () => void): void {
  try {
    look();
  } finally {
    tearDown(stage);
  }
}
