import { vi } from "vitest";

/** A request as received by the server. */
export interface Sent {
  method: string;
  path: string;
  query: string;
  crumb: string | null;
  /** CSRF token of a site user's session. */
  xsrf: string | null;
  credentials: RequestCredentials;
  body: unknown;
}

export type Reply =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | { status?: number; html: string }
  | "unreachable";

/** Background requests of pages that tests ignore. */
const ignoredRequests: Readonly<Record<string, unknown>> = { "/api/commerce/installments": { message: null } };

/** Replaces the network: every request except the background ones is recorded and passed to `answer`. */
export function stubServer(answer: (sent: Sent) => Reply | Promise<Reply>, aside = ignoredRequests): Sent[] {
  const calls: Sent[] = [];
  vi.stubGlobal("fetch", async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (url.pathname in aside) return Response.json(aside[url.pathname]);
    const text = await request.text();
    const isFile = request.headers.get("Content-Type") === "application/octet-stream";
    const body: unknown = isFile ? text : text === "" ? null : JSON.parse(text);
    const crumb = request.headers.get("X-CSRF-Token");
    const xsrf = request.headers.get("X-SiteUser-XSRF-Token");
    const sent = {
      method: request.method,
      path: url.pathname,
      query: url.search,
      crumb,
      xsrf,
      credentials: request.credentials,
      body,
    };
    calls.push(sent);
    const reply = await answer(sent);
    if (reply === "unreachable") throw new TypeError("Failed to fetch");
    if ("html" in reply) {
      return new Response(reply.html, { status: reply.status ?? 200, headers: { "Content-Type": "text/html" } });
    }
    return Response.json(reply.body ?? {}, { status: reply.status ?? 200, headers: reply.headers ?? {} });
  });
  return calls;
}

/** An error response in the server's format. */
export function problem(status: number, code: string, detail: string, extra: object = {}): Reply {
  const body = { type: "about:blank", title: detail, status, code, detail, error: detail, ...extra };
  return { status, body };
}
