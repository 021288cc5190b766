import { readCsrfToken } from "@stoa/api/csrf";

const path = "/api/events/RecordEvent";

function post(event: string, data: Record<string, unknown>): Promise<Response> {
  const fields = new URLSearchParams({ crumb: readCsrfToken() ?? "", event, data: JSON.stringify(data) });
  return fetch(`${window.location.origin}${path}`, { method: "POST", body: fields, keepalive: true });
}

/** Records an event on the server. Errors are not shown to the visitor. */
export async function recordEvent(event: string, data: Record<string, unknown>): Promise<void> {
  try {
    const answer = await post(event, data);
    // The CSRF token may have been outdated; the response contains a new one.
    if (answer.status === 403) await post(event, data);
  } catch {
    // Fire and forget.
  }
}
