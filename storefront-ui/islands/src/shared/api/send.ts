import type { StoaClient } from "@stoa/api/client";
import { isProblem, type Problem } from "@stoa/api/problem";
import type { Answered } from "./types";

/** Why a request failed: the server refused it, or there was no response. */
export type Failure =
  | {
      kind: "refused";
      status: number;
      problem: Problem | null;
      /** Seconds from Retry-After; the server is temporarily unavailable. */
      retryAfterSeconds?: number;
    }
  | { kind: "unreachable" };

export type Result<Data> = { ok: true; data: Data } | { ok: false; failure: Failure };

const unreadable: Failure = { kind: "refused", status: 502, problem: null };

let client: Promise<StoaClient> | null = null;

/** Asks for messages in the page's language, whatever the browser's is. */
function inPageLanguage(request: Request): void {
  const { lang } = document.documentElement;
  if (lang !== "") request.headers.set("Accept-Language", lang);
}

/**
 * The page's typed client; it sends the CSRF token and repeats a request once if the token was outdated. It is loaded
 * with the first request, because most page views need none.
 */
export function api(): Promise<StoaClient> {
  client ??= import("@stoa/api/client").then(
    ({ createStoaClient }) => {
      const made = createStoaClient();
      made.use({ onRequest: ({ request }) => inPageLanguage(request) });
      return made;
    },
    (error: unknown) => {
      client = null;
      throw error;
    },
  );
  return client;
}

/** Whether the requested object no longer exists. */
export function isGone(failure: Failure): boolean {
  return failure.kind === "refused" && failure.status === 404;
}

function whenToRetry(response: Response): { retryAfterSeconds?: number } {
  const seconds = Number(response.headers.get("Retry-After") ?? "");
  return response.status === 503 && seconds > 0 ? { retryAfterSeconds: seconds } : {};
}

/** Sends a request with the page's client; a network error is a result too. */
export async function settled<Data>(
  call: (api: StoaClient) => Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Result<Answered<Data>>> {
  try {
    const { data, error, response } = await call(await api());
    if (response.ok && data !== undefined) return { ok: true, data: data as Answered<Data> };
    const problem = isProblem(error) ? error : null;
    return { ok: false, failure: { kind: "refused", status: response.status, problem, ...whenToRetry(response) } };
  } catch (error) {
    // An unreadable response is a server error, not a network error.
    const isUnreadable = error instanceof SyntaxError;
    return { ok: false, failure: isUnreadable ? unreadable : { kind: "unreachable" } };
  }
}
