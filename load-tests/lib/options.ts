// Options of k6 for a profile: who arrives when. Arrival rates are open: people do not wait for each other.
import type { Options, Scenario } from "k6/options";
import { isSmoke, number, scale } from "./env.ts";
import { shareOf } from "./funnel.ts";
import { thresholds } from "./limits.ts";
import { hasOwner } from "./owner.ts";
import type { Stage } from "./site.ts";
import { setUp } from "./stage.ts";
import { connection } from "./target.ts";
import { lasting } from "./think.ts";

/** Statistics that are computed of durations. */
export const trendStats = ["avg", "min", "med", "p(95)", "p(99)", "max", "count"] as const;

/** A part of a profile: the arrival rate changes evenly to `visits` a second. */
export interface Phase {
  /** Share of the whole time; all together are 1. */
  share: number;
  visits: number;
}

/** How the others arrive, an hour. */
export interface Others {
  contributors?: number;
  apiClients?: number;
  feeds?: number;
}

export interface Profile {
  name: string;
  /** Usual length. */
  seconds: number;
  /** Visits a second at the beginning. */
  from: number;
  phases: Phase[];
  others?: Others;
  /** Visits a second for which virtual users are there from the beginning; all, if this is not set. */
  ready?: number;
  /** Whether the others arrive in the same phases as visits. */
  climbs?: boolean;
  /** Whether k6 ends when a limit breaks. */
  stops?: boolean;
  /** Whether it is usual that something is sold out. */
  sellsOut?: boolean;
  /** Whether someone buys in any case, if anyone does. */
  buys?: boolean;
  /** Seconds of a usual visit. */
  visit?: number;
}

/** In checks, a profile takes so long, and nobody comes more often than this each second. */
const smokeSeconds = 8;
const smokeVisits = 3;
/** A visit takes longer when the server is slow. */
const answersTake = 4;
const usualVisit = 25;
/** Seconds of a contributor's work, and of a program's questions. */
const work = 60;
const question = 1;

/** The usual share of the others, for each visit a second. */
const usualOthers: Others = { contributors: 60, apiClients: 240, feeds: 360 };

/** The length of a profile. */
export function secondsOf({ seconds }: Profile): number {
  return number("STOA_SECONDS", isSmoke ? smokeSeconds : seconds);
}

/** Before a profile. */
export function setUpFor(profile: Profile): Stage {
  const { others = usualOthers } = profile;
  const works = Boolean(others.apiClients || others.contributors);
  return setUp(profile.name, secondsOf(profile), { works, buys: shareOf("order") > 0 });
}

function factorOf(profile: Profile): number {
  return scale * (isSmoke ? Math.min(1, smokeVisits / mostOf(profile)) : 1);
}

/** Virtual users for arrivals: each has one visitor at a time. So many a second have one from the beginning. */
function pool(perSecond: number, visit: number, ready = perSecond): { preAllocatedVUs: number; maxVUs: number } {
  const takes = lasting(visit) + answersTake;
  const preAllocatedVUs = Math.ceil(Math.min(ready, perSecond) * takes) + 2;
  return { preAllocatedVUs, maxVUs: Math.ceil(3 * perSecond * takes) + 10 };
}

/** Rates are whole numbers, so they are counted by the hour. */
const hour = 3_600;
const gracefulStop = isSmoke ? "3s" : "45s";

/** Arrivals in the phases of a profile: so many an hour for each visit a second. */
function rising(profile: Profile, exec: string, perVisit: number, takes: number): Scenario {
  const [seconds, factor] = [secondsOf(profile), factorOf(profile)];
  const { from, phases, ready } = profile;
  const perHour = (visits: number): number => Math.max(1, Math.round(visits * factor * perVisit));
  const most = (mostOf(profile) * factor * perVisit) / hour;
  return {
    executor: "ramping-arrival-rate",
    exec,
    startRate: perHour(from),
    timeUnit: "1h",
    stages: phases.map(({ share, visits }) => ({
      duration: `${Math.round(share * seconds * 1_000)}ms`,
      target: perHour(visits),
    })),
    gracefulStop,
    ...pool(most, takes, ready === undefined ? most : (ready * factor * perVisit) / hour),
  };
}

function steady(exec: string, perHour: number, duration: string, takes: number): Scenario {
  const users = pool(perHour / hour, takes);
  const rate = Math.max(1, Math.round(perHour));
  return { executor: "constant-arrival-rate", exec, rate, timeUnit: "1h", duration, gracefulStop, ...users };
}

export function optionsOf(profile: Profile): Options {
  const [seconds, factor] = [secondsOf(profile), factorOf(profile)];
  const { others = usualOthers, stops = false, sellsOut = false, visit = usualVisit } = profile;
  const buys = profile.buys === true && shareOf("order") > 0;
  const scenarios: Record<string, Scenario> = { visits: rising(profile, "visits", hour, visit) };
  const duration = `${seconds}s`;
  const add = (name: string, exec: string, perVisit: number | undefined, takes: number): void => {
    if (!perVisit) return;
    // At least two of each come in the short form.
    const perHour = isSmoke ? (2 * hour) / seconds + 1 : perVisit * factor * meanOf(profile);
    const rises = profile.climbs === true && !isSmoke;
    scenarios[name] = rises ? rising(profile, exec, perVisit, takes) : steady(exec, perHour, duration, takes);
  };
  add("feeds", "feeds", others.feeds, question);
  add("api-clients", "apiClients", others.apiClients, question);
  if (hasOwner()) add("contributors", "contributors", others.contributors, work);
  return {
    ...connection(),
    scenarios,
    // Each visitor connects for himself.
    noVUConnectionReuse: true,
    summaryTrendStats: [...trendStats],
    thresholds: thresholds({ visits: meanOf(profile) * factor * seconds, stops, sellsOut, buys }),
  };
}

function mostOf({ from, phases }: Profile): number {
  return Math.max(from, ...phases.map(({ visits }) => visits));
}

/** Mean visits a second. */
function meanOf({ from, phases }: Profile): number {
  let before = from;
  let sum = 0;
  for (const { share, visits } of phases) {
    sum += (share * (before + visits)) / 2;
    before = visits;
  }
  return sum;
}
