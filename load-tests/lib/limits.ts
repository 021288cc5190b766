// The limits of `limits.json` as thresholds of k6.
import { isOn, readJson, text } from "./env.ts";
import { shareOf } from "./funnel.ts";

/** Milliseconds within which 95 and 99 of 100 requests are answered. */
export interface Limit {
  p95: number;
  p99: number;
}

/** What a quiet run took. */
interface Measured extends Limit {
  count: number;
}

interface Limits {
  requests: Record<string, Limit>;
  /** Largest share of failed requests, for each name. */
  errors: number;
  /** Largest share of visits that could not begin in time. */
  droppedIterations: number;
  /** Largest share of filled carts of which something was sold out or changed meanwhile. */
  lateShoppers: number;
  /** Factor over a quiet run. */
  relative: number;
  /** Factor for a server that was built without optimisation. */
  unoptimised: number;
}

const limits = JSON.parse(open(import.meta.resolve("../limits.json"))) as Limits;
const quietRun = text("STOA_QUIET");
/** What a quiet run measured; it was written by `STOA_SUMMARY`. */
const quiet = quietRun === "" ? null : readJson<{ requests: Record<string, Measured> }>(quietRun).requests;
const factor = isOn("STOA_UNOPTIMISED") ? limits.unoptimised : 1;
/** Whether the program that started k6 judges the results. */
export const isJudgedOutside = text("STOA_VERDICT") === "outside";

/** Requests without a limit of their own. */
const others = [
  "picture",
  "style",
  "script",
  "font",
  "icon",
  "visitor event",
  "cart",
  "change quantity",
  "account",
  "account page",
  "order page",
  "sign in",
  "edit",
  "upload",
  "read json",
  "feed",
  "robots",
];
/** What has limits, but is no kind of request: how long new connections took, with TLS. */
export const connecting = "connecting";
/** Kinds of requests. */
export const names = [...Object.keys(limits.requests).filter((name) => name !== connecting), ...others];

/** Fewest requests of a quiet run whose p95 says something, and whose p99 does. */
const enough = { p95: 20, p99: 100 };

/** What a quiet run took, if it did something often enough. */
function quietly(name: string): Measured | null {
  const measured = quiet?.[name];
  return measured !== undefined && measured.count >= enough.p95 ? measured : null;
}

/** Whether the limit of a kind of request is relative to a quiet run. */
export function isRelative(name: string): boolean {
  return name in limits.requests && quietly(name) !== null;
}

/** The limit of a kind of request; none if it has none. */
export function limitOf(name: string): Limit | null {
  const absolute = limits.requests[name];
  if (absolute === undefined) return null;
  // What the quiet run hardly did is judged by the absolute limit.
  const measured = quietly(name);
  if (measured === null) return { p95: absolute.p95 * factor, p99: absolute.p99 * factor };
  return relativeTo(measured, absolute);
}

/** Limits relative to what a quiet run took; its p99 only counts if it says something. */
export function relativeTo({ count, p95, p99 }: Measured, absolute: Limit): Limit {
  const felt = relative(p95);
  return { p95: felt, p99: count >= enough.p99 ? relative(p99) : Math.ceil((felt * absolute.p99) / absolute.p95) };
}

/** Lowest limit that follows from a quiet run: people do not notice a slowdown below it. */
const feltMilliseconds = 20;

function relative(measured: number): number {
  return Math.max(feltMilliseconds, Math.ceil(measured * limits.relative));
}

function conditionsOf({ p95, p99 }: Limit): string[] {
  return [`p(95)<${p95}`, `p(99)<${p99}`];
}

interface Threshold {
  threshold: string;
  abortOnFail: boolean;
  delayAbortEval: string;
}

/** Checks with thresholds of their own: among all checks of a run, their failures would hardly count. */
const mostImportant = [
  "add to cart answers 200",
  "cart has what was added",
  "there is a shipping option",
  "submit answers 200",
  "order is paid",
  "order is there afterwards",
  "page is made",
  "edit is taken",
  "visitors see what was published",
  "answers of the API are JSON",
];
/** If so many orders are to be expected, there must be one. */
const several = 20;
/** So many shoppers may be late in any run. */
const fewLate = 5;

/** What the limits of a profile depend on. */
export interface Plan {
  /** How many visits are to begin. */
  visits: number;
  /** Whether k6 ends at the first limit that breaks. */
  stops: boolean;
  /** Whether it is usual that something is sold out. */
  sellsOut: boolean;
  /** Whether someone buys in any case. */
  buys: boolean;
}

/** All limits of a profile. */
export function thresholds({ visits, stops, sellsOut, buys }: Plan): Record<string, Threshold[]> {
  if (isJudgedOutside) return {};
  const all = (conditions: string[], aborts = stops): Threshold[] =>
    conditions.map((threshold) => ({ threshold, abortOnFail: aborts, delayAbortEval: "10s" }));
  const found: Record<string, Threshold[]> = {
    checks: all([`rate>=${1 - limits.errors}`]),
    dropped_iterations: all([`count<=${Math.ceil(visits * limits.droppedIterations)}`]),
    iterations: all(["count>0"], false),
    script_errors: all(["count==0"]),
    foreign_answers: all(["count==0"]),
    broken_rules: all(["count==0"]),
  };
  for (const name of mostImportant) found[`checks{check:${name}}`] = all([`rate>=${1 - limits.errors}`], false);
  if (buys || visits * shareOf("order") >= several) found["confirmed_orders"] = all(["count>0"], false);
  if (!sellsOut) {
    const most = Math.ceil(visits * shareOf("cart") * limits.lateShoppers) + fewLate;
    found["late_shoppers"] = all([`count<=${most}`], false);
  }
  const ofConnections = limitOf(connecting);
  if (ofConnections !== null) found[connecting] = all(conditionsOf(ofConnections));
  for (const name of names) {
    found[`http_req_failed{name:${name}}`] = all([`rate<=${limits.errors}`]);
    const limit = limitOf(name);
    if (limit !== null) found[`http_req_duration{name:${name}}`] = all(conditionsOf(limit));
  }
  return found;
}

/** For figures: their requests must be answered well, and within the limits of these names. */
export function figureThresholds(
  timed: readonly string[],
  more: Record<string, string[]> = {},
): Record<string, string[]> {
  const found: Record<string, string[]> = {
    checks: ["rate==1"],
    http_req_failed: ["rate==0"],
    iterations: ["count>0"],
  };
  for (const name of timed) {
    const limit = limitOf(name);
    if (limit !== null) found[`http_req_duration{name:${name}}`] = conditionsOf(limit);
  }
  return { ...found, script_errors: ["count==0"], foreign_answers: ["count==0"], broken_rules: ["count==0"], ...more };
}
