import type { components } from "@stoa/api/schema";
import type { Answer } from "@/shared/api/types";
import { backEnd, problem } from "./back-end";
import { refuse, Refusal } from "./route";
import { adminPermissions, sampleWebsites, viewerPermissions } from "./samples/sample-data";

type Session = Answer<"/api/auth/session", "post">;
type Who = "owner" | "viewer";

const accounts: Record<Who, Session["account"]> = {
  owner: {
    id: "acc-owner",
    name: "Robin Hale",
    email: "owner@stoa.example",
    surveyCohort: "A",
    hasSecondFactor: false,
  },
  viewer: {
    id: "acc-viewer",
    name: "Sam Okoro",
    email: "viewer@stoa.example",
    surveyCohort: "B",
    hasSecondFactor: false,
  },
};

export function whoHasEmail(email: string): Who | null {
  const entry = Object.entries(accounts).find(([, account]) => account.email === email);
  return entry === undefined ? null : (entry[0] as Who);
}

/** Every refresh issues another access token. */
let issued = 0;
let ended = 0;

/** Access tokens issued so far are no longer accepted. */
export function endSessions(): void {
  ended = issued;
}

/**
 * Whether a request is of a session that has ended, such as the unsaved edits that an editor still sends when it is
 * closed at the end of a test.
 */
export function isOfEndedSession(request: Request): boolean {
  const number = /^Bearer \w+-(\d+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  return number !== undefined && Number(number) <= ended;
}

export function sessionFor(who: Who, origin: string): Session {
  const websites = sampleWebsites(origin);
  issued += 1;
  return {
    accessToken: `${who}-${issued}`,
    expiresInSeconds: 600,
    account: { ...accounts[who], hasSecondFactor: backEnd.secondFactorSince !== null, language: backEnd.language },
    websites:
      who === "owner"
        ? websites
        : websites.slice(0, 1).map((website) => ({ ...website, roles: [10], permissions: viewerPermissions })),
  };
}

/** The owner's session if their role could only read a resource. */
export function readOnlySession(resource: string): Session {
  const session = sessionFor("owner", "http://stoa.test");
  const websites = session.websites.map((website) => ({
    ...website,
    permissions: { ...website.permissions, [resource]: ["read" as const] },
  }));
  return { ...session, websites };
}

export function cookieOf(request: Request, name: string): string | null {
  const cookies = request.headers.get("cookie") ?? (typeof document === "undefined" ? "" : document.cookie);
  const found = cookies.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
  return found === undefined ? null : found.slice(name.length + 1);
}

/**
 * Response headers that set a cookie. If there is a document the cookie is set there instead: msw keeps response
 * cookies beyond the end of a test.
 */
export function setCookieHeaders(cookie: string): Record<string, string> {
  if (typeof document === "undefined") return { "Set-Cookie": cookie };
  document.cookie = cookie.replace("; HttpOnly", "");
  return {};
}

/** CSRF check of every state-changing request. */
export function checkCsrfToken(request: Request): void {
  if (request.headers.get("x-csrf-token") === backEnd.crumb) return;
  throw new Refusal(
    problem(403, "crumb-invalid", "Your session has expired. Please reload the page and try again.", {
      crumbFail: true,
    }),
    setCookieHeaders(`crumb=${backEnd.crumb}; Path=/`),
  );
}

/** The contributor of a request, if it is authorised. */
export function authorise(request: Request, resource: string, action: components["schemas"]["Action"]): Who {
  const token = request.headers.get("authorization")?.replace("Bearer ", "") ?? "";
  if (token === "" || backEnd.expired.has(token)) refuse(401, "not-signed-in", "Sign in first.");
  if (request.method !== "GET") checkCsrfToken(request);
  const who: Who = token.startsWith("viewer") ? "viewer" : "owner";
  const permissions = who === "owner" ? adminPermissions : viewerPermissions;
  const actions: readonly string[] = permissions[resource] ?? [];
  if (!actions.includes(action)) refuse(403, "forbidden", "Your role does not allow this.");
  return who;
}
