import { send } from "../api/send";
import { errorStatus } from "../api/api-error";
import { renewedSince, notifyOtherTabs } from "./session-channel";
import type { Session } from "./types";

type Refreshed = { kind: "renewed"; session: Session } | { kind: "ended" } | { kind: "unreachable" };

let underWay: Promise<Refreshed> | null = null;

/**
 * The refresh cookie is rotated at each use, so two uses at once would look like token theft to the server. A Web Lock
 * serialises them over all tabs of the origin.
 */
async function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (!("locks" in navigator)) return work();
  return await navigator.locks.request("stoa-session-refresh", () => work());
}

async function askServer(): Promise<Refreshed> {
  const outcome = await send({ path: "/api/auth/session/refresh", method: "POST" }, null);
  if ("data" in outcome) return { kind: "renewed", session: outcome.data as Session };
  const status = errorStatus(outcome.error);
  return status === 401 || status === 403 ? { kind: "ended" } : { kind: "unreachable" };
}

async function refresh(): Promise<Refreshed> {
  const askedAt = performance.now();
  return oneTabAtATime(async () => {
    const fromOtherTab = renewedSince(askedAt);
    if (fromOtherTab !== null) return { kind: "renewed", session: fromOtherTab };
    const refreshed = await askServer();
    if (refreshed.kind === "renewed") notifyOtherTabs(refreshed);
    return refreshed;
  });
}

/** Renews the session by the cookie; concurrent callers share one request. */
export function refreshSession(): Promise<Refreshed> {
  underWay ??= refresh().finally(() => {
    underWay = null;
  });
  return underWay;
}
