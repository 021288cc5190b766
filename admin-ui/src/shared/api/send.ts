import { fetchWithCsrf } from "@stoa/api/csrf";
import { isProblem } from "@stoa/api/problem";
import { problemInWords } from "../i18n/problem-in-words";
import type { ApiError } from "./api-error";

/** A request with a JSON body, a form with files, one file, or no body. */
export interface Call {
  path: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  query?: Record<string, string | number | boolean | null | undefined>;
  /** Sends empty texts of the query too, which are left out otherwise. */
  keepsEmpty?: boolean;
  body?: unknown;
  form?: FormData;
  file?: Blob;
  headers?: Record<string, string>;
  /** How a successful response is parsed; JSON by default. */
  as?: "json" | "text" | "file";
  /** Timeout in milliseconds; the browser's by default. */
  within?: number;
}

export type Outcome = { data: unknown } | { error: ApiError };

function addressOf(call: Call): URL {
  const address = new URL(call.path, location.origin);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined && value !== null && (value !== "" || call.keepsEmpty === true))
      address.searchParams.set(name, String(value));
  }
  return address;
}

const accepted: Record<NonNullable<Call["as"]>, string> = {
  json: "application/json",
  text: "text/html, text/csv",
  file: "application/octet-stream",
};

function requestInit(call: Call, accessToken: string | null): RequestInit {
  const headers = new Headers(call.headers);
  const wanted = accepted[call.as ?? "json"];
  headers.set("Accept", `${wanted}, application/problem+json`);
  if (accessToken !== null) headers.set("Authorization", `Bearer ${accessToken}`);
  const init: RequestInit = { method: call.method ?? "GET", headers, credentials: "same-origin" };
  if (call.form !== undefined) return { ...init, body: call.form };
  if (call.file !== undefined) {
    headers.set("Content-Type", "application/octet-stream");
    return { ...init, body: call.file };
  }
  if (call.body === undefined) return init;
  headers.set("Content-Type", "application/json");
  return { ...init, body: JSON.stringify(call.body) };
}

async function outcomeOf(response: Response, as: Call["as"]): Promise<Outcome> {
  if (response.status === 204) return { data: null };
  if (response.ok && as === "text") return { data: await response.text() };
  // An object URL: files cannot be put into the store.
  if (response.ok && as === "file") return { data: URL.createObjectURL(await response.blob()) };
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return { data: body };
  // English, if the other words cannot be loaded.
  if (isProblem(body)) return { error: { kind: "problem", problem: await problemInWords(body).catch(() => body) } };
  return { error: { kind: "unexpected", status: response.status } };
}

/** Sends one request with the given access token; never throws. A timeout counts as no response. */
export async function send(call: Call, accessToken: string | null, signal?: AbortSignal): Promise<Outcome> {
  const end = new AbortController();
  const giveUp = () => end.abort();
  if (signal?.aborted === true) giveUp();
  signal?.addEventListener("abort", giveUp, { once: true });
  const timer = call.within === undefined ? undefined : setTimeout(giveUp, call.within);
  try {
    const response = await fetchWithCsrf(addressOf(call), { ...requestInit(call, accessToken), signal: end.signal });
    const outcome = await outcomeOf(response, call.as);
    return end.signal.aborted ? { error: { kind: "network" } } : outcome;
  } catch {
    return { error: { kind: "network" } };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}
