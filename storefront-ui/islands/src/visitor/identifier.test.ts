import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { VisitorConfig } from "./config";

const day = 86_400_000;
const names = ["SS_ANALYTICS_ID", "SS_SESSION_ID", "SS_MID", "ss_cookieAllowed"];
const page: VisitorConfig = {
  websiteId: "w1",
  pageType: 2,
  environment: "prod",
  hosts: {},
  cookieDomains: [],
  excludedPaths: [],
  mode: "identifier",
};

/** The parts with a memory of their own, as on a new page. */
async function load(part: Partial<VisitorConfig> = {}) {
  vi.resetModules();
  const { configure } = await import("./config");
  configure({ ...page, ...part });
  const [identifier, session, visitor, privacy] = await Promise.all([
    import("./identifier"),
    import("./session"),
    import("./visitor"),
    import("./privacy"),
  ]);
  return { ...identifier, ...session, ...visitor, ...privacy };
}

const cookieOf = (name: string) => new RegExp(`${name}=([^;]*)`).exec(document.cookie)?.[1];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  for (const name of names) document.cookie = `${name}=; path=/; max-age=0`;
  Reflect.deleteProperty(navigator, "doNotTrack");
  Reflect.deleteProperty(navigator, "globalPrivacyControl");
});

// spec: analytics.identifier.order, analytics.local-id-key.open
test("the identifier is that of the cookie, else of the storage, else of the page, else new", async () => {
  localStorage.setItem("SS_ANALYTICS_ID", "stored");
  localStorage.setItem("SS_ANALYTICS_EXPIRATION", String(Date.now() + day));
  document.cookie = "SS_ANALYTICS_ID=cookie; path=/";
  const { analyticsId } = await load();
  expect(analyticsId(false)).toBe("cookie");
  document.cookie = "SS_ANALYTICS_ID=; path=/; max-age=0";
  expect(analyticsId(false)).toBe("stored");
  expect(analyticsId(false, Date.now() + 2 * day)).toBe("stored");
  localStorage.clear();
  expect(analyticsId(false)).toBe("stored");
  const { analyticsId: later } = await load();
  localStorage.setItem("SS_ANALYTICS_ID", "expired");
  localStorage.setItem("SS_ANALYTICS_EXPIRATION", String(Date.now() - 1));
  const made = later(false);
  expect(made).toMatch(/^[0-9a-f]{32}$/);
  expect(later(false)).toBe(made);
});

// spec: analytics.identifier.restore, analytics.cookie.names, analytics.cookie.lifetime
test("the identifier is stored again in both places for 390 days, and nowhere if that is not allowed", async () => {
  const { analyticsId } = await load();
  analyticsId(false);
  expect([document.cookie.includes("SS_"), localStorage.length]).toEqual([false, 0]);
  const written = vi.spyOn(Document.prototype, "cookie", "set");
  const id = analyticsId(true, 1_000);
  expect(written).toHaveBeenCalledExactlyOnceWith(
    `SS_ANALYTICS_ID=${id};Path=/;SameSite=Lax;Max-Age=${String(390 * 24 * 60 * 60)}`,
  );
  expect(cookieOf("SS_ANALYTICS_ID")).toBe(id);
  expect(localStorage.getItem("SS_ANALYTICS_ID")).toBe(id);
  expect(localStorage.getItem("SS_ANALYTICS_EXPIRATION")).toBe(String(1_000 + 390 * day));
});

// spec: analytics.identifier.store-warning
test("an identifier that cannot be stored is a warning", async () => {
  const warning = vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const { analyticsId } = await load();
  expect(analyticsId(true)).toMatch(/^[0-9a-f]{32}$/);
  expect(warning).toHaveBeenCalledExactlyOnceWith("Unable to store analyticsId");
});

// spec: analytics.cookie.domains, analytics.cookie.domains.open
test("sites on a domain of the provider share cookies; others have their own", async () => {
  const { cookieDomain } = await load();
  const domains = ["stoa.example", "shops.test"];
  expect(
    ["kiln.stoa.example", "stoa.example", "kiln.example", "notstoa.example"].map((host) => cookieDomain(host, domains)),
  ).toEqual(["stoa.example", "stoa.example", undefined, undefined]);
  expect(cookieDomain("kiln.stoa.example", [])).toBeUndefined();
});

// spec: analytics.session-info, analytics.session.first-landing, analytics.session.first-session
test("the first page of a visit is the landing; the first visit stays the first until it ends", async () => {
  const { sessionInfo } = await load();
  const pageOf = () => {
    const { isFirstLanding, isFirstSession } = sessionInfo(true);
    return [isFirstLanding, isFirstSession];
  };
  expect([pageOf(), pageOf()]).toEqual([
    [true, true],
    [false, true],
  ]);
  expect(localStorage.getItem("SS_HAS_LANDED")).toBe("true");
  expect(sessionStorage.getItem("SS_IS_FIRST_SESSION")).toBe("true");
  sessionStorage.clear();
  expect([pageOf(), pageOf()]).toEqual([
    [true, false],
    [false, false],
  ]);
  expect(Object.keys(sessionInfo(true))).toEqual(["isFirstLanding", "isFirstSession", "sessionId"]);
});

// spec: analytics.session.id
test("a session has an id in a cookie, unless cookies are not allowed", async () => {
  const { sessionInfo } = await load();
  expect(sessionInfo(false)).toEqual({ isFirstLanding: false, isFirstSession: false, sessionId: null });
  expect([document.cookie.includes("SS_"), sessionStorage.length]).toEqual([false, 0]);
  const { sessionId } = sessionInfo(true);
  expect(sessionId).toMatch(/^[0-9a-f]{32}$/);
  expect(cookieOf("SS_SESSION_ID")).toBe(sessionId);
  expect(sessionInfo(true).sessionId).toBe(sessionId);
});

// spec: analytics.session.storage-failure
test("a browser that blocks storage has no first page and no first visit", async () => {
  const said = vi.spyOn(console, "log").mockReturnValue();
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  const { sessionInfo } = await load();
  expect(sessionInfo(true)).toMatchObject({ isFirstLanding: false, isFirstSession: false });
  expect(said).toHaveBeenCalledExactlyOnceWith("Unable access local/session storage.");
});

// spec: analytics.cookie.marketing
test("the marketing id is that of its cookie", async () => {
  document.cookie = "SS_MID=m1; path=/";
  const { visitor } = await load();
  expect(visitor().marketingId).toBe("m1");
});

// spec: analytics.privacy.open, cookies.restrictive.consent.open
test.each<[string, Partial<VisitorConfig>, () => void, boolean]>([
  ["a site without identifiers", { mode: "cookie-free" }, () => undefined, false],
  ["no policy", {}, () => undefined, true],
  ["a policy without an answer", { asksFirst: true }, () => undefined, false],
  ["a policy and consent", { asksFirst: true }, () => (document.cookie = "ss_cookieAllowed=true; path=/"), true],
  ["a refusal", {}, () => (document.cookie = "ss_cookieAllowed=false; path=/"), false],
  ["Do Not Track", {}, () => Object.assign(navigator, { doNotTrack: "1" }), false],
  ["Global Privacy Control", {}, () => Object.assign(navigator, { globalPrivacyControl: true }), false],
])("with %s nothing is stored without permission", async (_, part, prepare, isIdentified) => {
  Object.defineProperty(navigator, "doNotTrack", { value: null, writable: true, configurable: true });
  prepare();
  const { visitor } = await load(part);
  expect(visitor().analyticsId !== null).toBe(isIdentified);
  expect(document.cookie.includes("SS_ANALYTICS_ID")).toBe(isIdentified);
  expect(localStorage.length > 0).toBe(isIdentified);
});

test("what was stored is removed when the consent is withdrawn", async () => {
  const { visitor, forget } = await load();
  visitor();
  forget();
  expect([document.cookie.includes("SS_"), localStorage.length, sessionStorage.length]).toEqual([false, 0, 0]);
});
