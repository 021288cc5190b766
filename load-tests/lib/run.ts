// Start, check and end of a run on a site.
import { sleep } from "k6";
import exec from "k6/execution";
import http, { type RefinedResponse } from "k6/http";
import type { paths } from "../../api-spec/ts/src/schema.ts";
import type { Answer, Body, Problem } from "./api.ts";
import { passHeader } from "./browser.ts";
import { text } from "./env.ts";
import { originOf, originsOf, type RunAnswer, type StartedTarget, type Target } from "./target.ts";

/** What identifies a run to its site. */
type Run = Pick<StartedTarget, "url" | "runId" | "pass">;
type Challenge = Answer<"/api/v1/load-tests", "get">;
type CheckBody = Body<"/api/v1/load-tests/runs/{runId}/check", "post">;
type Findings = Answer<"/api/v1/load-tests/runs/{runId}/check", "post">;

/** Something that must be true after a run. */
export interface Finding {
  /** A rule of the server, or that it answered at all. */
  rule: Findings["findings"][number]["rule"] | "check-answered";
  holds: boolean;
  /** How many things were looked at. */
  checked: number;
  details: string[];
}

const loadTests = "/api/v1/load-tests" satisfies keyof paths;
const where = "The site's owner switches load tests on in the admin, under Settings, Load tests.";
/** Most order ids in one check. */
const batch = 1_000;
const maxNameLength = 40;
/** How often a check waits for its turn. */
const maxWaits = 3;

/** A reason why a run may not start, which a person can act on. */
export class Refusal extends Error {}

export function refuse(reason: string): never {
  throw new Refusal(reason);
}

/** Ends k6 after something went wrong. k6 stops a script where it aborts: nothing after it is done. */
export function giveUp(error: unknown): never {
  if (error instanceof Refusal) exec.test.abort(error.message);
  throw error;
}

/** Does something with runs that have begun; if it fails, they end. */
export function orEnd<T>(runs: readonly Run[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    for (const run of runs) end(run);
    return giveUp(error);
  }
}

/** Starts a run on each of these sites, or on none. */
export function startAll(given: readonly Target[], name: string, profile: string, seconds: number): StartedTarget[] {
  const begun: StartedTarget[] = [];
  return orEnd(begun, () => {
    for (const target of given) begun.push({ ...target, ...start(target, name, profile, seconds) });
    return begun;
  });
}

function json<T>(answer: RefinedResponse<"text">): T | null {
  try {
    return JSON.parse(answer.body ?? "") as T;
  } catch {
    return null;
  }
}

const tags = { name: "load run" };
const responseCallback = http.expectedStatuses({ min: 200, max: 499 });

function get(url: string): RefinedResponse<"text"> {
  return http.get(url, { tags, responseCallback, responseType: "text", redirects: 0 });
}

function post(url: string, body: object | null, pass = ""): RefinedResponse<"text"> {
  const kind = body === null ? {} : { "Content-Type": "application/json" };
  const headers = { ...kind, ...(pass !== "" && { [passHeader]: pass }) };
  const sent = body === null ? null : JSON.stringify(body);
  return http.post(url, sent, { headers, tags, responseCallback, responseType: "text", redirects: 0 });
}

/** The name of the run; k6 processes that share the work each have their own. */
export function runName(profile: string): string {
  const name = text("STOA_RUN", `${profile}-${Date.now().toString(36)}`);
  const segment = exec.test.options.executionSegment;
  const suffix = segment ? `-${segment.replace(/[^0-9]+/g, "-")}` : "";
  return name.slice(0, maxNameLength - suffix.length) + suffix;
}

/** What can be done where a request had no answer, as a sentence after the error; nothing if that is not known. */
export function remedyOf(error: string): string {
  if (/x509|certificate/i.test(error)) return " Put SSL_CERT_FILE=ca.pem before k6, or add --env STOA_INSECURE_TLS=1.";
  if (/lookup|no such host/i.test(error)) return " Give its address with --env STOA_RESOLVE=HOST=IP:PORT.";
  return "";
}

/** Seconds that a run may last beyond its load: for looking at the site, the last visits and the check. */
const mostAround = 1_200;
const leastAround = 120;

/**
 * Starts a run on a site for so many seconds of load, if its owner allows it for so long; otherwise refuses with the
 * reason.
 */
function start(target: Target, name: string, profile: string, seconds: number): RunAnswer {
  const [origin = ""] = originsOf(target);
  const known = get(origin + loadTests);
  if (known.status === 0) return refuse(`${origin} does not answer: ${known.error}.${remedyOf(known.error)}`);
  const { Location: elsewhere } = known.headers;
  if (elsewhere !== undefined) return refuse(`${origin} leads to ${originOf(elsewhere)}: give that address.`);
  if (known.status === 404) return refuse(`${origin} knows no load tests: there is no Stoa, or one that is too old.`);
  const challenge = json<Challenge>(known);
  if (challenge?.allowed === false) return refuse(`${origin} allows no load tests now. ${challenge.reason ?? where}`);
  if (target.key === "") return refuse(`The key for ${origin} is missing: give it as STOA_KEY. ${where}`);
  const body: Body<"/api/v1/load-tests/runs", "post"> = {
    key: target.key,
    name,
    profile,
    seconds: Math.ceil(seconds) + mostAround,
  };
  const answer = post(`${origin}${loadTests}/runs`, body);
  const run = json<RunAnswer & Problem>(answer);
  if (answer.status !== 201 || run === null) {
    return refuse(`${origin} does not let a load test start (${answer.status}): ${run?.detail ?? where}`);
  }
  const lasts = Math.floor((run.endsOn - Date.now()) / 1_000) - leastAround;
  if (lasts < seconds) {
    end({ ...target, ...run });
    const most = `the load lasts ${Math.ceil(seconds)} s, but can last only ${Math.max(0, lasts)} s`;
    return refuse(`${origin} allows load tests not long enough: ${most}. Allow them for longer, or set STOA_SECONDS.`);
  }
  return run;
}

/** Asks a site whether everything that must be true is, for the orders that were confirmed to shoppers. */
export function checkRun(run: Run, orders: readonly string[]): Finding[] {
  const [origin = ""] = originsOf(run);
  const found = new Map<string, Finding>();
  // Without orders the rules are checked all the same.
  for (let first = 0; first === 0 || first < orders.length; first += batch) {
    const confirmedOrders = orders.slice(first, first + batch);
    // Further orders are all that further questions are about.
    const body: CheckBody = first === 0 ? { confirmedOrders } : { confirmedOrders, rules: ["confirmed-orders-kept"] };
    const url = `${origin}${loadTests}/runs/${run.runId}/check`;
    let answer = post(url, body, run.pass);
    // Checks have a limit per minute; a site that refuses longer than that does not answer.
    for (let tries = 0; answer.status === 429 && tries < maxWaits; tries += 1) {
      sleep(secondsToWait(answer));
      answer = post(url, body, run.pass);
    }
    const answered = json<Findings & Problem>(answer);
    if (answer.status === 200 && answered !== null) {
      for (const finding of answered.findings) merge(found, finding);
    } else {
      const details = [`${origin} answered ${answer.status}: ${answered?.detail ?? answer.error}`];
      merge(found, { rule: "check-answered", holds: false, checked: 0, details });
    }
  }
  return [...found.values()];
}

/** What a site that answers 429 asks for; a minute at most, which is its window. */
function secondsToWait(answer: RefinedResponse<"text">): number {
  const seconds = Number(answer.headers["Retry-After"]);
  return seconds > 0 ? Math.min(seconds, 60) : 60;
}

function merge(found: Map<string, Finding>, next: Finding): void {
  const known = found.get(next.rule);
  if (known === undefined) {
    found.set(next.rule, next);
    return;
  }
  known.holds &&= next.holds;
  known.checked += next.checked;
  known.details = [...new Set([...known.details, ...next.details])].slice(0, 20);
}

/** Ends a run: its pass is refused from then on. */
export function end(run: Run): void {
  const [origin = ""] = originsOf(run);
  const answer = post(`${origin}${loadTests}/runs/${run.runId}/end`, null, run.pass);
  if (answer.status >= 300)
    console.warn(`The run on ${origin} could not be ended (${answer.status}): it ends at its time.`);
}
