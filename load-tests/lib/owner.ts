// Calls of a contributor, on the host of the admin.
import http from "k6/http";
import type { paths } from "../../api-spec/ts/src/schema.ts";
import type { Answer, Method, PathWith } from "./api.ts";
import { Browser, type Called, type CallOptions } from "./browser.ts";
import { text } from "./env.ts";
import { ofUser } from "./random.ts";
import { refuse } from "./run.ts";
import type { Site } from "./site.ts";
import { originOf } from "./target.ts";

type Session = Answer<"/api/auth/session", "post">;

/** A contributor who is signed in on the admin's host. */
export interface SignedIn {
  origin: string;
  token: string;
  /** When the token ends, milliseconds. */
  endsOn: number;
}

/** Seconds before its end at which a token is no longer used. */
const reserve = 30;
/** Sessions of this virtual user, by site. */
const known = new Map<string, Owner>();

/** Whether a contributor's account is given. */
export function hasOwner(): boolean {
  return text("STOA_OWNER_EMAIL") !== "" && text("STOA_OWNER_PASSWORD") !== "";
}

function called(browser: Browser, origin: string): Called<Session> {
  const body = { email: text("STOA_OWNER_EMAIL"), password: text("STOA_OWNER_PASSWORD") };
  return browser.call("post", "/api/auth/session", { name: "sign in", in: {}, body, origin, expected: [429] });
}

function signedIn(origin: string, { accessToken, expiresInSeconds }: Session): SignedIn {
  return { origin, token: accessToken, endsOn: Date.now() + (expiresInSeconds - reserve) * 1_000 };
}

/** Signs in for all virtual users: an account may only do so some times a minute. */
export function signIn(site: Site, before: readonly SignedIn[]): SignedIn {
  const browser = new Browser(site, ofUser());
  const origin = text("STOA_ADMIN_URL", adminOf(browser.origin)).replace(/\/$/, "");
  if (browser.origin.startsWith("https:") && !origin.startsWith("https:")) {
    return refuse(`${browser.origin} says that its admin is at ${origin}: no password is sent there unencrypted`);
  }
  const known = before.find((session) => session.origin === origin);
  if (known !== undefined) return known;
  const answer = called(browser, origin);
  const email = text("STOA_OWNER_EMAIL");
  if (answer.body === null) {
    return refuse(`${email} cannot sign in at ${origin}: ${answer.problem?.detail ?? answer.status}`);
  }
  if (!answer.body.websites.some(({ id }) => id === site.websiteId)) {
    return refuse(`${email} does not work on the site ${site.websiteIdentifier}`);
  }
  return signedIn(origin, answer.body);
}

/** A contributor at work, in a browser of their own. */
export class Owner {
  private readonly browser: Browser;
  private session: SignedIn;
  /** When this virtual user signs in by itself: each at another time. */
  private renewsOn: number;

  private constructor(browser: Browser, session: SignedIn) {
    this.browser = browser;
    this.session = session;
    this.renewsOn = session.endsOn - ofUser()() * Math.max(0, session.endsOn - Date.now());
  }

  /** The contributor whose account is given; null without one, and when it cannot sign in any more. */
  static of(site: Site): Owner | null {
    if (site.owner === null) return null;
    const owner = known.get(site.websiteId) ?? new Owner(new Browser(site, ofUser()), site.owner);
    known.set(site.websiteId, owner);
    return owner.isSignedIn() ? owner : null;
  }

  private isSignedIn(): boolean {
    if (Date.now() > this.renewsOn) {
      const { body } = called(this.browser, this.session.origin);
      if (body !== null) {
        this.session = signedIn(this.session.origin, body);
        this.renewsOn = this.session.endsOn;
      }
    }
    return Date.now() < this.session.endsOn;
  }

  /** Calls the API as this contributor. */
  call<M extends Method, P extends PathWith<M>>(method: M, path: P, options: CallOptions<P, M>): Called<Answer<P, M>> {
    const headers = { Authorization: `Bearer ${this.session.token}`, ...options.headers };
    return this.browser.call(method, path, { ...options, headers, origin: this.session.origin });
  }

  /** Uploads a file. */
  upload(fields: http.StructuredRequestBody, websiteId: string): Called<Answer<"/api/assets", "post">> {
    const { token, origin } = this.session;
    const headers = { Authorization: `Bearer ${token}`, "X-Website-Id": websiteId };
    return this.browser.submit("/api/assets" satisfies keyof paths, fields, { name: "upload", headers, origin });
  }
}

/** The host of the admin: where `/admin/` of a site leads. */
function adminOf(origin: string): string {
  const { headers } = http.get(`${origin}/admin/`, { redirects: 0, responseType: "none", tags: { name: "load run" } });
  return originOf(headers["Location"] ?? "") || origin;
}
