import { getResponse, http, HttpResponse, type HttpHandler } from "msw";
import { setupServer } from "msw/node";
import { isOfEndedSession } from "./access";
import { problem } from "./back-end";
import { handlers } from "./handlers";

function patternOf({ info: { path } }: HttpHandler): RegExp {
  if (typeof path !== "string") throw new Error("handlers of the test server have a path");
  const pattern = path
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/:\w+/g, "[^/]+")
    .replaceAll("*", ".*");
  return new RegExp(`^${pattern}/?$`);
}

const routes = handlers.map((handler) => ({ handler, method: handler.info.method, pattern: patternOf(handler) }));

/** msw parses the request for each handler that it tries, and there are hundreds: it tries only those with a fitting path. */
function handlersFor(request: Request): HttpHandler[] {
  const { origin, pathname } = new URL(request.url);
  const fitting = routes.filter(({ method, pattern }) => method === request.method && pattern.test(origin + pathname));
  return fitting.map(({ handler }) => handler);
}

/** Requests of an earlier test reach neither the back end nor the handlers of a test. */
const ofEarlierTest = http.all(
  ({ request }) => isOfEndedSession(request),
  () => HttpResponse.json(problem(403, "forbidden", "The test of this session has ended."), { status: 403 }),
);

export const server = setupServer(
  ofEarlierTest,
  http.all(
    ({ request }) => handlersFor(request).length > 0,
    ({ request }) => getResponse(handlersFor(request), request),
  ),
);
const { use } = server;
server.use = (...more) => use.call(server, ofEarlierTest, ...more);
