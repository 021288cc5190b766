import type { Session } from "./types";

/** What one tab tells the others about the session they share. */
export type SessionNews = { kind: "renewed"; session: Session } | { kind: "ended" };

const channelName = "stoa-session";
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(channelName);
let latest: { news: SessionNews; heardAt: number } | null = null;
const listeners = new Set<(news: SessionNews) => void>();

channel?.addEventListener("message", (event: MessageEvent<SessionNews>) => {
  latest = { news: event.data, heardAt: performance.now() };
  for (const listener of listeners) listener(event.data);
});

export function tellOtherTabs(news: SessionNews): void {
  channel?.postMessage(news);
}

export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session another tab renewed after the given moment (`performance.now()`), if one did. */
export function renewedSince(moment: number): Session | null {
  if (latest === null || latest.heardAt < moment || latest.news.kind !== "renewed") return null;
  return latest.news.session;
}
