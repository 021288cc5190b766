// What k6 prints in the end: the limit that was broken most, first.
import { text } from "./env.ts";
import { shareOf } from "./funnel.ts";
import { connecting, isJudgedOutside, isRelative, limitOf, names } from "./limits.ts";

interface Metric {
  values: Record<string, number>;
  thresholds?: Record<string, { ok: boolean }>;
}
/** What k6 hands to `handleSummary`. */
interface SummaryData {
  metrics: Record<string, Metric>;
  state: { testRunDurationMs: number };
  root_group: { checks: { name: string; passes: number; fails: number }[] };
}

interface Line {
  name: string;
  count: number;
  /** Share of failed requests. */
  failed: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
  /** The largest share of a limit; 0 without limit. */
  used: number;
}

const statistics = ["med", "p(95)", "p(99)", "max"];

function lineOf(name: string, metrics: SummaryData["metrics"]): Line {
  const failed = metrics[`http_req_failed{name:${name}}`]?.values ?? {};
  const times = metrics[name === connecting ? name : `http_req_duration{name:${name}}`]?.values ?? {};
  const [p50 = 0, p95 = 0, p99 = 0, max = 0] = statistics.map((key) => times[key] ?? 0);
  const limit = limitOf(name);
  const used = limit === null ? 0 : Math.max(p95 / limit.p95, p99 / limit.p99);
  const { passes = 0, fails = 0, rate = 0 } = failed;
  const count = name === connecting ? (times["count"] ?? 0) : passes + fails;
  return { name, count, failed: rate, p50, p95, p99, max, used };
}

function milliseconds(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}

function share(value: number): string {
  return `${(100 * value).toFixed(value > 0 && value < 0.1 ? 2 : 0)} %`;
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const padded = (row: string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  return rows.map((row) => `  ${padded(row).trimEnd()}`).join("\n");
}

function requestRow({ name, count, failed, p50, p95, p99, max, used }: Line): string[] {
  const limit = limitOf(name);
  const beside = (value: number, most: number | undefined): string =>
    most === undefined ? milliseconds(value) : `${milliseconds(value)} of ${milliseconds(most)}`;
  const times = limit === null ? ["", "", "", ""] : [p50, p95, p99, max].map(milliseconds);
  if (limit !== null) [times[1], times[2]] = [beside(p95, limit.p95), beside(p99, limit.p99)];
  return [name, String(count), share(failed), ...times, used > 1 ? "BROKEN" : ""];
}

/** How far a value is beyond the limit of a condition such as `p(95)<200`. */
function excess(condition: string, measured: number): number {
  const limit = Number(/[\d.]+$/.exec(condition)?.[0] ?? 0);
  const times = condition.includes(">") ? limit / measured : measured / limit;
  return Number.isFinite(times) ? times : Number.MAX_VALUE;
}

/** Fewer requests say little of how long they take. */
const minRequests = 100;

/** What is to be known of a time of few requests. */
function reservation(condition: string, count: number): string {
  if (!condition.startsWith("p(") || count >= minRequests) return "";
  return ` (${count} ${count === 1 ? "request" : "requests"}: one or two slow ones decide)`;
}

/** What limits on a part of these metrics are about. */
const kinds = { http_req_failed: "failed requests: ", checks: "check: " };

/** The conditions that were not met, in words, the worst first. */
export function broken(metrics: SummaryData["metrics"]): string[] {
  const found = Object.entries(metrics).flatMap(([name, { values, thresholds = {} }]) =>
    Object.entries(thresholds)
      .filter(([, { ok }]) => !ok)
      .map(([condition]) => {
        const measured = values[condition.split(/[<>=]/)[0] ?? ""] ?? 0;
        const [, request = name] = /\{(?:name|check):(.*)\}$/.exec(name) ?? [];
        const [, kind = ""] = Object.entries(kinds).find(([metric]) => name.startsWith(`${metric}{`)) ?? [];
        const what = `${kind}${request}`;
        const reserved = reservation(condition, values["count"] ?? minRequests);
        const words = `${what}: ${condition}, but it is ${Number(measured.toFixed(4))}${reserved}`;
        return { words, excess: excess(condition, measured) };
      }),
  );
  return found.sort((one, other) => other.excess - one.excess).map(({ words }) => words);
}

/** What answers said that they should not have. */
function failedChecks({ checks }: SummaryData["root_group"]): string[] {
  return checks
    .filter(({ fails }) => fails > 0)
    .map(({ name, fails, passes }) => {
      return `${fails} of ${fails + passes} times not: ${name}`;
    });
}

function ofWorst({ name, used }: Line): string {
  return used > 1
    ? `Worst: ${name}, ${used.toFixed(1)} times its limit.\n`
    : `Nearest to its limit: ${name}, ${share(used)}.\n`;
}

/** A list below a heading; nothing if it is empty. */
function marked(heading: string, mark: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${[heading, ...lines.map((line) => `  ${mark} ${line}`)].join("\n")}\n`;
}

/** Further sentences on the verdict. */
export function remarks(metrics: SummaryData["metrics"]): string {
  const found: string[] = [];
  const isSlow = Object.values(metrics).some(({ thresholds = {} }) =>
    Object.entries(thresholds).some(([condition, { ok }]) => condition.startsWith("p(") && !ok),
  );
  if (isSlow && text("STOA_QUIET") === "")
    found.push("The limits are for a machine of one's own: on a shared one, see STOA_QUIET.");
  const rate = metrics["visits_per_second"]?.values["max"];
  if (rate !== undefined) found.push(`The highest rate was ${rate.toFixed(1)} visits a second.`);
  const isShort = Object.values(metrics["dropped_iterations"]?.thresholds ?? {}).some(({ ok }) => !ok);
  if (isShort && !isSlow) {
    const what = "k6 had no virtual user free for some visits, while answers were in time";
    found.push(`${what}: k6 or its machine ran out, not the shop. docs/load-tests.md says how to divide a run.`);
  }
  const { values = {}, thresholds } = metrics["confirmed_orders"] ?? {};
  if (shareOf("order") > 0 && thresholds === undefined && !values["count"])
    found.push("No order was paid: the run was too short to try it.");
  return found.map((sentence) => `${sentence}\n`).join("");
}

const counters = [
  ["confirmed_orders", "orders confirmed to shoppers"],
  ["script_errors", "errors of the scripts themselves"],
  ["late_shoppers", "shoppers to whom something was sold out"],
  ["foreign_answers", "answers with something of another site"],
  ["broken_rules", "rules that do not hold after the run"],
  ["refused_calls", "calls above what the owner allowed each second"],
  ["dropped_iterations", "visits that could not begin in time"],
] as const;

/** The summary as text and, at `STOA_SUMMARY`, as JSON. */
export function handleSummary({ metrics, state, root_group: root }: SummaryData): Record<string, string> {
  if (isJudgedOutside) return {};
  // The reason stands in the log.
  if ((metrics["iterations"]?.values["count"] ?? 0) === 0) return { stdout: "The run did not begin.\n" };
  const lines = [connecting, ...names].map((name) => lineOf(name, metrics)).filter(({ count }) => count > 0);
  lines.sort((one, other) => other.used - one.used);
  const limits = broken(metrics);
  const count = (name: string): number => metrics[name]?.values["count"] ?? 0;
  const head = ["request", "count", "failed", "p50", "p95 ms", "p99 ms", "max", ""];
  const verdict = limits.length === 0 ? "All limits are kept." : marked("Broken:", "✗", limits).trimEnd();
  const unexpected = marked("Answers that were not as they should be:", "-", failedChecks(root));
  const relative = lines.filter(({ name }) => isRelative(name)).map(({ name }) => name);
  const compared = marked("Limits relative to the quiet run:", "-", relative);
  const [worst] = lines;
  const nearest = worst === undefined || worst.used === 0 ? "" : ofWorst(worst);
  const facts = counters.map(([name, words]) => [words, String(count(name))]);
  const time = `${(state.testRunDurationMs / 1_000).toFixed(0)} s`;
  const shown = `\n${table([head, ...lines.map(requestRow)])}\n\n${table([...facts, ["time", time]])}\n\n${compared}${unexpected}${verdict}\n${nearest}${remarks(metrics)}`;
  const path = text("STOA_SUMMARY");
  const requests = Object.fromEntries(lines.map(({ name, used: _, ...values }) => [name, values]));
  return {
    stdout: `${shown}\n`,
    ...(path !== "" && { [path]: `${JSON.stringify({ requests, broken: limits }, null, 2)}\n` }),
  };
}
