// A climb: people arrive at a rate that rises by steps, until a limit breaks at one of them.
import exec from "k6/execution";
import { isSmoke, list, number } from "./env.ts";
import { arriving } from "./metrics.ts";
import type { Phase } from "./options.ts";

/** Visits a second of the first step. */
const first = 1;
/** Factor from the rate of one step to that of the next. */
const growth = 1.25;
/** Most steps. */
const most = 26;
/** Seconds in which the rate rises to that of a step. */
const rise = 10;
/** The same where the rates are given, to narrow down where a limit breaks. */
const shortRise = 4;
/** Seconds for which the rate of a step is held. */
const hold = 20;
/** Steps of the short form. */
const fewest = 2;

export interface Climb {
  /** Usual length. */
  seconds: number;
  /** Visits a second at the beginning. */
  from: number;
  phases: Phase[];
}

/** Rates that are set in place of the usual ones: visits a second, ascending. */
function given(): number[] {
  const rates = list("STOA_STEPS").map(Number);
  const isWrong = rates.some((rate, index) => !(rate > (rates[index - 1] ?? 0)) || !Number.isFinite(rate));
  if (isWrong) throw new Error("STOA_STEPS should be ascending numbers of visits a second, separated by commas");
  return rates;
}

function usual(count: number): number[] {
  return Array.from({ length: count }, (_, step) => first * growth ** step);
}

/** A climb by the rates in `STOA_STEPS`; without them each step has a quarter more than the one before. */
export function climb(): Climb {
  const rates = given();
  const isGiven = rates.length > 0;
  const rises = isGiven ? shortRise : rise;
  const seconds = number("STOA_SECONDS", (isGiven ? rates.length : most) * (rises + hold));
  // A shorter climb has fewer steps, which last as long.
  const steps = isSmoke ? fewest : Math.max(1, Math.floor(seconds / (rises + hold)));
  if (!isGiven) rates.push(...usual(steps));
  const share = 1 / rates.length / (rises + hold);
  const phases = rates.flatMap((visits) => [
    { share: share * rises, visits },
    { share: share * hold, visits },
  ]);
  return { seconds, from: rates[0] ?? first, phases };
}

/** Visits a second after such a share of the time. */
export function rateAt({ from, phases }: Pick<Climb, "from" | "phases">, progress: number): number {
  let [before, begin] = [from, 0];
  for (const { share, visits } of phases) {
    if (progress < begin + share) return before + ((visits - before) * (progress - begin)) / share;
    [before, begin] = [visits, begin + share];
  }
  return before;
}

/** Notes the rate at which someone comes now. */
export function noteRate(of: Climb, scale: number): void {
  arriving(rateAt(of, exec.scenario.progress) * scale);
}
