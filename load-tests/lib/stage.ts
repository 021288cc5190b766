// Before and after a run.
import { read } from "./catalogue.ts";
import { text } from "./env.ts";
import { beginCounting, ruleBroken } from "./metrics.ts";
import { hasOwner, signIn, type SignedIn } from "./owner.ts";
import { checkRun, end, refuse, runName, start } from "./run.ts";
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
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Starts the run on all sites, unless that was done before, and looks at what is there. With `works`, a contributor signs
 * in if an account is given.
 */
export function setUp(profile: string, seconds: number, works: boolean): Stage {
  beginCounting();
  const name = runName(profile);
  const begin = (): StartedTarget[] =>
    wanted().map((target) => ({ ...target, ...start(target, name, profile, seconds) }));
  const runs = started ?? begin();
  const sites = runs.map((run): Site => {
    const { catalogue, host } = read(run, runs.length);
    const { key: _, ...known } = run;
    return { ...known, origins: originsOf(run), host, run: name, owner: null, catalogue };
  });
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
