import { readCrumb } from "@stoa/api/crumb";

const path = "/api/events/RecordEvent";

function post(event: string, data: Record<string, unknown>): Promise<Response> {
  const fields = new URLSearchParams({ crumb: readCrumb() ?? "", event, data: JSON.stringify(data) });
  return fetch(`${window.location.origin}${path}`, { method: "POST", body: fields, keepalive: true });
}

/** Tells the server that something happened. Whatever fails stays hidden from the visitor. */
export async function recordEvent(event: string, data: Record<string, unknown>): Promise<void> {
  try {
    const answer = await post(event, data);
    // The crumb may have been outdated, and the answer has brought another.
    if (answer.status === 403) await post(event, data);
  } catch {
    // Nobody waits for it.
  }
}
