// Start, check and end of a run on a site.
import exec from "k6/execution";
import http, { type RefinedResponse } from "k6/http";
import { passHeader } from "./browser.ts";
import { text } from "./env.ts";
import { originsOf, type RunAnswer, type StartedTarget, type Target } from "./target.ts";

/** What identifies a run to its site. */
type Run = Pick<StartedTarget, "url" | "runId" | "pass">;

const loadTests = "/api/v1/load-tests";
const where = "The site's owner switches load tests on in the admin, under Settings, Load tests.";
/** Most order ids in one check. */
const batch = 1_000;

/** Something that must be true after a run. */
export interface Finding {
  rule: string;
  holds: boolean;
  /** How many things were looked at. */
  checked: number;
  details: string[];
}

/** Ends k6 with a reason that a person can act on. */
export function refuse(reason: string): never {
  exec.test.abort(reason);
  throw new Error(reason);
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
  return http.get(url, { tags, responseCallback, responseType: "text" });
}

function post(url: string, body: object, pass = ""): RefinedResponse<"text"> {
  const headers = { "Content-Type": "application/json", ...(pass !== "" && { [passHeader]: pass }) };
  return http.post(url, JSON.stringify(body), { headers, tags, responseCallback, responseType: "text" });
}

/** The name of the run; k6 processes that share the work each have their own. */
export function runName(profile: string): string {
  const name = text("STOA_RUN", `${profile}-${Date.now().toString(36)}`);
  const segment = exec.test.options.executionSegment;
  return segment ? `${name}-${segment.replace(/[^0-9]+/g, "-")}` : name;
}

/** Starts a run on a site, if its owner allows it; ends k6 with the reason otherwise. */
export function start(target: Target, name: string, profile: string, seconds: number): RunAnswer {
  const [origin = ""] = originsOf(target);
  const known = get(origin + loadTests);
  if (known.status === 0) return refuse(`${origin} does not answer: ${known.error}.`);
  if (known.status === 404) return refuse(`${origin} knows no load tests: there is no Stoa, or one that is too old.`);
  if (target.key === "") return refuse(`The key for ${origin} is missing: give it as STOA_KEY. ${where}`);
  const answer = post(`${origin}${loadTests}/runs`, { key: target.key, name, profile, seconds: Math.ceil(seconds) });
  const run = json<RunAnswer & { detail?: string }>(answer);
  if (answer.status !== 201 || run === null) {
    return refuse(`${origin} does not let a load test start (${answer.status}): ${run?.detail ?? where}`);
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
    const answer = post(`${origin}${loadTests}/runs/${run.runId}/check`, { confirmedOrders }, run.pass);
    const findings = json<{ findings?: Finding[]; detail?: string }>(answer);
    if (answer.status !== 200 || findings?.findings === undefined) {
      const details = [`${origin} answered ${answer.status}: ${findings?.detail ?? answer.error}`];
      merge(found, { rule: "check-answered", holds: false, checked: 0, details });
      continue;
    }
    for (const finding of findings.findings) merge(found, finding);
  }
  return [...found.values()];
}

function merge(found: Map<string, Finding>, next: Finding): void {
  const known = found.get(next.rule);
  if (known === undefined) {
    found.set(next.rule, next);
    return;
  }
  known.holds &&= next.holds;
  known.checked = next.rule === "confirmed-orders-kept" ? known.checked + next.checked : next.checked;
  known.details = [...new Set([...known.details, ...next.details])].slice(0, 20);
}

/** Ends a run: its pass is refused from then on. */
export function end(run: Run): void {
  const [origin = ""] = originsOf(run);
  const answer = post(`${origin}${loadTests}/runs/${run.runId}/end`, {}, run.pass);
  // What was not ended ends at its time.
  if (answer.status >= 300) exec.test.abort(`the run on ${origin} could not be ended (${answer.status})`);
}
