// The limits of `limits.json` as thresholds of k6.
import { isOn, readJson, text } from "./env.ts";

/** Milliseconds within which 95 and 99 of 100 requests are answered. */
export interface Limit {
  p95: number;
  p99: number;
}

interface Limits {
  requests: Record<string, Limit>;
  /** Largest share of failed requests, for each name. */
  errors: number;
  /** Largest share of visits that could not begin in time. */
  droppedIterations: number;
  /** Factor over a quiet run. */
  relative: number;
  /** Factor for a server that was built without optimisation. */
  unoptimised: number;
}

const limits = JSON.parse(open(import.meta.resolve("../limits.json"))) as Limits;
const quietRun = text("STOA_QUIET");
/** What a quiet run measured; it was written by `STOA_SUMMARY`. */
const quiet = quietRun === "" ? null : readJson<{ requests: Record<string, Limit> }>(quietRun).requests;
const factor = isOn("STOA_UNOPTIMISED") ? limits.unoptimised : 1;
/** Whether whoever started k6 judges the results. */
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
  "sign in",
  "edit",
  "upload",
  "read json",
  "feed",
  "robots",
];
export const names = [...Object.keys(limits.requests), ...others];

/** The limit of a kind of request; none if it has none. */
export function limitOf(name: string): Limit | null {
  const absolute = limits.requests[name];
  if (absolute === undefined) return null;
  if (quiet === null) return { p95: absolute.p95 * factor, p99: absolute.p99 * factor };
  const measured = quiet[name];
  // What the quiet run did not do is judged by the absolute limit.
  return measured === undefined ? absolute : { p95: relative(measured.p95), p99: relative(measured.p99) };
}

/** Half a millisecond more than half a millisecond is not felt. */
const feltMilliseconds = 20;

function relative(measured: number): number {
  return Math.max(feltMilliseconds, Math.ceil(measured * limits.relative));
}

export interface Threshold {
  threshold: string;
  abortOnFail: boolean;
  delayAbortEval: string;
}

/** All limits; `planned` is how many iterations are to begin. With `stops`, k6 ends at the first that breaks. */
export function thresholds(planned: number, stops = false): Record<string, Threshold[]> {
  if (isJudgedOutside) return {};
  const all = (conditions: string[]): Threshold[] =>
    conditions.map((threshold) => ({ threshold, abortOnFail: stops, delayAbortEval: "10s" }));
  const found: Record<string, Threshold[]> = {
    checks: all([`rate>=${1 - limits.errors}`]),
    dropped_iterations: all([`count<=${Math.ceil(planned * limits.droppedIterations)}`]),
    iterations: all(["count>0"]).map((threshold) => ({ ...threshold, abortOnFail: false })),
    foreign_answers: all(["count==0"]),
    broken_rules: all(["count==0"]),
  };
  for (const name of names) {
    found[`http_req_failed{name:${name}}`] = all([`rate<=${limits.errors}`]);
    const limit = limitOf(name);
    if (limit !== null) found[`http_req_duration{name:${name}}`] = all([`p(95)<${limit.p95}`, `p(99)<${limit.p99}`]);
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
    if (limit !== null) found[`http_req_duration{name:${name}}`] = [`p(95)<${limit.p95}`, `p(99)<${limit.p99}`];
  }
  return { ...found, foreign_answers: ["count==0"], broken_rules: ["count==0"], ...more };
}
