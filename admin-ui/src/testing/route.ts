import { http, HttpResponse, type HttpHandler } from "msw";
import type { Problem } from "@stoa/api/problem";
import type { Answer, Method, Path, PathValues } from "@/shared/api/types";
import { problem } from "./back-end";

/** Thrown by a handler to return an error response. */
export class Refusal extends Error {
  constructor(
    readonly body: Problem,
    readonly headers: Record<string, string> = {},
  ) {
    super(body.code);
  }
}

export function refuse(status: number, code: string, detail: string, more: Partial<Problem> = {}): never {
  throw new Refusal(problem(status, code, detail, more));
}

interface MockRequest<P extends Path> {
  path: PathValues<P>;
  query: URLSearchParams;
  request: Request;
  origin: string;
}

interface Extra {
  status?: number;
  headers?: Record<string, string>;
}

/** A handler for one operation of the OpenAPI document; its response has the document's type. */
export function on<P extends Path, M extends Method>(
  method: M,
  path: P,
  answer: (asked: MockRequest<P>) => Answer<P, M> | Promise<Answer<P, M>>,
  extra: (asked: MockRequest<P>) => Extra = () => ({}),
): HttpHandler {
  const pattern = `*${path.replace(/\{(\w+)\}/g, ":$1")}`;
  return http[method](pattern, async ({ request, params }) => {
    const address = new URL(request.url);
    const host = request.headers.get("host");
    const origin = host === null ? address.origin : `http://${host}`;
    const asked = { path: params as PathValues<P>, query: address.searchParams, request, origin };
    try {
      const body = await answer(asked);
      const { status = 200, headers = {} } = extra(asked);
      return HttpResponse.json(body as object, { status, headers });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const headers = { "Content-Type": "application/problem+json", ...error.headers };
      return HttpResponse.json(error.body, { status: error.body.status, headers });
    }
  });
}

/** Rows in the requested order; unchanged if none was requested. */
export function sorted<T>(
  rows: T[],
  query: URLSearchParams,
  measures: Record<string, (row: T) => string | number>,
): T[] {
  const measure = measures[query.get("sort") ?? ""];
  if (measure === undefined) return rows;
  const way = query.get("descending") === "true" ? -1 : 1;
  return rows.toSorted((one, other) =>
    measure(one) < measure(other) ? -way : measure(one) > measure(other) ? way : 0,
  );
}

/** One page of a list, with the index as cursor. */
export function paged<T>(items: T[], query: URLSearchParams, fallbackLimit = 25) {
  const start = Number(query.get("cursor") ?? 0);
  const limit = Number(query.get("limit") ?? fallbackLimit);
  const hasNextPage = start + limit < items.length;
  return {
    items: items.slice(start, start + limit),
    hasNextPage,
    nextPageCursor: hasNextPage ? String(start + limit) : null,
  };
}
