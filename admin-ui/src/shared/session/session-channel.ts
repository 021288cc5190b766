import type { Session } from "./types";

/** Messages between tabs about their shared session. */
type SessionMessage = { kind: "renewed"; session: Session } | { kind: "ended" };

const channelName = "stoa-session";
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(channelName);
let latest: { news: SessionMessage; heardAt: number } | null = null;
const listeners = new Set<(news: SessionMessage) => void>();

channel?.addEventListener("message", (event: MessageEvent<SessionMessage>) => {
  latest = { news: event.data, heardAt: performance.now() };
  for (const listener of listeners) listener(event.data);
});

export function notifyOtherTabs(news: SessionMessage): void {
  channel?.postMessage(news);
}

export function onSessionMessage(listener: (news: SessionMessage) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session that another tab renewed after the given moment (`performance.now()`), if any. */
export function renewedSince(moment: number): Session | null {
  if (latest === null || latest.heardAt < moment || latest.news.kind !== "renewed") return null;
  return latest.news.session;
}
