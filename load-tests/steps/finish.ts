// Checks the runs of the file STOA_STARTED with the orders of STOA_ORDERS, ends them, and writes what was found to the
// file STOA_FINDINGS.
import { readJson, text } from "../lib/env.ts";
import { checkRun, end, type Finding } from "../lib/run.ts";
import { connection, startedRuns } from "../lib/target.ts";

export const options = { ...connection(), vus: 1, iterations: 1 };

interface Found {
  url: string;
  runId: string;
  findings: Finding[];
}

const runs = startedRuns() ?? [];
const file = text("STOA_ORDERS");
/** Ids of the orders that were confirmed to shoppers, by run. */
const orders = file === "" ? {} : readJson<Record<string, string[]>>(file);

export function setup(): Found[] {
  return runs.map((run) => {
    const findings = checkRun(run, orders[run.runId] ?? []);
    end(run);
    return { url: run.url, runId: run.runId, findings };
  });
}

export default function nothing(): void {}

export function handleSummary({ setup_data: sites }: { setup_data?: Found[] }): Record<string, string> {
  const path = text("STOA_FINDINGS", "stdout");
  return sites === undefined ? {} : { [path]: JSON.stringify({ sites }) };
}
