import { createStoaClient, type StoaClient } from "@stoa/api/client";
import { isProblem, type Problem } from "@stoa/api/problem";
import type { Answered } from "./types";

/** Why a call gave nothing: the server refused it, or no answer came. */
export type Failure =
  | {
      kind: "refused";
      status: number;
      problem: Problem | null;
      /** After how many seconds the server wants to be asked again; it is away for a moment. */
      retryAfterSeconds?: number;
    }
  | { kind: "unreachable" };

export type Result<Data> = { ok: true; data: Data } | { ok: false; failure: Failure };

const unreadable: Failure = { kind: "refused", status: 502, problem: null };

let client: StoaClient | null = null;

/** The page's typed client; it sends the crumb and repeats a call once when the crumb was outdated. */
export function api(): StoaClient {
  client ??= createStoaClient();
  return client;
}

function whenToRetry(response: Response): { retryAfterSeconds?: number } {
  const seconds = Number(response.headers.get("Retry-After") ?? "");
  return response.status === 503 && seconds > 0 ? { retryAfterSeconds: seconds } : {};
}

/** Turns an answer of the client, or the lack of one, into a result. */
export async function settled<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Result<Answered<Data>>> {
  try {
    const { data, error, response } = await call;
    if (response.ok && data !== undefined) return { ok: true, data: data as Answered<Data> };
    const problem = isProblem(error) ? error : null;
    return { ok: false, failure: { kind: "refused", status: response.status, problem, ...whenToRetry(response) } };
  } catch (error) {
    // An answer that cannot be read is the server's fault, not the network's.
    const isUnreadable = error instanceof SyntaxError;
    return { ok: false, failure: isUnreadable ? unreadable : { kind: "unreachable" } };
  }
}
