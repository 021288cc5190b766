import { getResponse, type RequestHandler } from "msw";
import type { Connect, Plugin } from "vite";

async function bodyOf(request: Connect.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

/** Serves the API from the in-memory back end of `src/testing`, for development without a server. */
export function mockServer(): Plugin {
  return {
    name: "stoa-mock-server",
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        const path = request.url ?? "/";
        if (!path.startsWith("/api/") && !path.startsWith("/assets/")) {
          next();
          return;
        }
        void (async () => {
          const module = await vite.ssrLoadModule("/src/testing/handlers.ts");
          const handlers = module["handlers"] as RequestHandler[];
          const method = request.method ?? "GET";
          const body = method === "GET" || method === "HEAD" ? undefined : new Uint8Array(await bodyOf(request));
          const headers = new Headers();
          for (const [name, value] of Object.entries(request.headers)) {
            if (typeof value === "string") headers.set(name, value);
          }
          const init = { method, headers, ...(body && body.length > 0 ? { body } : {}) };
          const answer = await getResponse(handlers, new Request(`http://stoa.test${path}`, init));
          if (answer === undefined) {
            response.statusCode = 404;
            response.end();
            return;
          }
          response.statusCode = answer.status;
          answer.headers.forEach((value, name) => {
            if (name !== "set-cookie") response.setHeader(name, value);
          });
          response.setHeader("set-cookie", answer.headers.getSetCookie());
          response.end(Buffer.from(await answer.arrayBuffer()));
        })().catch(next);
      });
    },
  };
}
