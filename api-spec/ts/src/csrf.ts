import { isProblem } from "./problem";

/**
 * Over https the cookie has the `__Host-` prefix, which binds it to the host; a cookie set by another host is ignored
 * then.
 */
const cookieNames = ["__Host-crumb", "crumb"];
const headerName = "X-CSRF-Token";
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** The CSRF token that the server last sent to this browser, or null before its first response. */
export function readCsrfToken(cookies: string = document.cookie): string | null {
  const held = cookies.split(";").map((part) => part.trim().split("="));
  for (const cookieName of cookieNames) {
    const found = held.find(([name]) => name === cookieName);
    if (found !== undefined) return decodeURIComponent(found.slice(1).join("="));
  }
  return null;
}

async function isCsrfFailure(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return isProblem(body) && body.crumbFail === true;
}

function withCsrfToken(request: Request): Request {
  const crumb = readCsrfToken();
  if (crumb !== null) request.headers.set(headerName, crumb);
  return request;
}

/**
 * A `fetch` that sends the CSRF token with state-changing requests and, if the server refuses an outdated one, repeats
 * the request once with the new token from that response.
 */
export async function fetchWithCsrf(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  if (safeMethods.has(request.method)) return fetch(request);
  const repeat = request.clone();
  const response = await fetch(withCsrfToken(request));
  return (await isCsrfFailure(response)) ? fetch(withCsrfToken(repeat)) : response;
}
