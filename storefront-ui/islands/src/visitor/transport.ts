const json = "application/json";
export const asJson = { "Content-Type": json };
/** Milliseconds before a second attempt. */
const pause = 5_000;

/** The address of a call of the events service; empty, with a warning, if the environment is unknown. */
export function serviceUrl(environment: string, hosts: Readonly<Record<string, string>>, path = "events"): string {
  const name = environment === "qa" ? "staging" : environment;
  if (/^(dev|staging|prod)$/.test(name)) return `${hosts[name] || location.origin}/api/v1/clanker/${path}`;
  console.warn(`Unknown source environment ${environment}`);
  return "";
}

/**
 * Sends JSON or a form by beacon, else by a request. What the server could not take at the time is sent once more: the
 * same events, with their ids.
 */
export function send(url: string, content: object, isRepeated = false): void {
  const isForm = content instanceof URLSearchParams;
  const body = isForm ? content : new Blob([JSON.stringify(content)], { type: json });
  // Browsers may be told not to have beacons.
  if ((navigator as Partial<Navigator>).sendBeacon?.(url, body)) return;
  const call = new XMLHttpRequest();
  call.open("POST", url);
  call.onloadend = () => {
    const { status } = call;
    // Records of the speed are answered without content.
    if (status === 200 || status === 202 || status === 204) return;
    console.warn(`Error tracking event: HTTP Status ${status}`);
    const isWorthwhile = status === 0 || status === 429 || status >= 500;
    if (isWorthwhile && !isRepeated) setTimeout(send, pause, url, content, true);
  };
  call.send(body);
}

/** A call that ends after some time; null if it failed. It reads if it has nothing to send. */
export async function timed(
  url: string,
  milliseconds: number,
  body?: BodyInit,
  headers = {},
): Promise<Response | null> {
  const limit = new AbortController();
  setTimeout(() => limit.abort(), milliseconds);
  const method = body === undefined ? "GET" : "POST";
  try {
    return await fetch(url, { method, body: body ?? null, headers, keepalive: true, signal: limit.signal });
  } catch {
    return null;
  }
}
