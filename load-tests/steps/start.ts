// Starts a run on all sites and writes it to the file STOA_STARTED, for k6 processes that share the run.
import { number, text } from "../lib/env.ts";
import { runName, startAll } from "../lib/run.ts";
import { connection, targets, type StartedTarget } from "../lib/target.ts";

export const options = { ...connection(), vus: 1, iterations: 1 };

const wanted = targets();

export function setup(): StartedTarget[] {
  const profile = text("STOA_PROFILE", "smoke");
  const seconds = number("STOA_SECONDS", 600);
  return startAll(wanted, runName(profile), profile, seconds);
}

export default function nothing(): void {}

export function handleSummary({ setup_data: runs }: { setup_data?: StartedTarget[] }): Record<string, string> {
  const file = text("STOA_STARTED");
  if (file === "") throw new Error("say where to write the run: STOA_STARTED");
  return runs === undefined ? {} : { [file]: JSON.stringify({ runs }) };
}
