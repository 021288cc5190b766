import { isProblem } from "./problem";

/** Over https the cookie bears a name that browsers bind to its host; what another host has set does not count then. */
const cookieNames = ["__Host-crumb", "crumb"];
const headerName = "X-CSRF-Token";
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** The crumb the server last handed to this browser, or null before its first answer. */
export function readCrumb(cookies: string = document.cookie): string | null {
  const held = cookies.split(";").map((part) => part.trim().split("="));
  for (const cookieName of cookieNames) {
    const found = held.find(([name]) => name === cookieName);
    if (found !== undefined) return decodeURIComponent(found.slice(1).join("="));
  }
  return null;
}

async function isCrumbFailure(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return isProblem(body) && body.crumbFail === true;
}

function withCrumb(request: Request): Request {
  const crumb = readCrumb();
  if (crumb !== null) request.headers.set(headerName, crumb);
  return request;
}

/**
 * A `fetch` that sends the crumb with state-changing calls and, when the server refuses an
 * outdated one, repeats the call once with the fresh crumb that came with the refusal.
 */
export async function fetchWithCrumb(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  if (safeMethods.has(request.method)) return fetch(request);
  const repeat = request.clone();
  const response = await fetch(withCrumb(request));
  return (await isCrumbFailure(response)) ? fetch(withCrumb(repeat)) : response;
}
