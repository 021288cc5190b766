import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { configure, isExcluded, isRecorded, withoutSlash, type VisitorConfig } from "./config";
import { campaign, newerPayload, olderPayload, resolvedLocale } from "./payload";
import { recordOlder, track, flush } from "./tracker";
import { send, serviceUrl } from "./transport";
import { forgetSession } from "./visitor";

const names = `analytics_id browser_language browser_window_height browser_window_width client_name client_version
  marketing_id page_host page_path page_query_params page_referrer_url session_id enduser_user_agent
  event_occurrence_timestamp browser_locale custom_schema_name source_environment context_website_id destination_url
  member_account_id object_identifier resolved_locale website_locale member_account_locale`.split(/\s+/);
const page: VisitorConfig = {
  websiteId: "w1",
  templateId: "indigo",
  variantId: null,
  pageType: 2,
  websiteLocale: "de",
  environment: "prod",
  hosts: { dev: "https://dev.test", staging: "https://staging.test", prod: "" },
  cookieDomains: [],
  excludedPaths: ["/intern", "/preview/*"],
};

/** The test DOM has no `Blob.text`. */
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
}

/** A browser without beacons, whose requests are answered with a status. */
function answerWith(status: number) {
  const sent: { url: string; body: unknown }[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      status = status;
      onloadend = (): void => undefined;
      #url = "";
      open(_: string, url: string): void {
        this.#url = url;
      }
      send(body: unknown): void {
        sent.push({ url: this.#url, body });
        this.onloadend();
      }
    },
  );
  return sent;
}

beforeEach(() => {
  configure(page);
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
  Reflect.deleteProperty(navigator, "sendBeacon");
  for (const name of ["SS_ANALYTICS_ID", "SS_SESSION_ID", "SS_MID", "SiteUserInfo", "ss_cookieAllowed"])
    document.cookie = `${name}=; path=/; max-age=0`;
  localStorage.clear();
  forgetSession();
});

// spec: analytics.payload.older
test("data of the older kind have their eight names, and no trailing slash", () => {
  history.replaceState(null, "", "/a/#b");
  expect(olderPayload({ itemId: "i1" })).toEqual({
    itemId: "i1",
    pageHash: "#b",
    pagePath: "/a",
    websiteId: "w1",
    templateId: "indigo",
    variantId: null,
    memberAccountId: null,
    member_locale: null,
    website_locale: "de",
  });
});

// spec: analytics.payload.root-path.open
test("the path of the home page keeps its slash", () => {
  expect(["/", "/a/", "/a/b"].map(withoutSlash)).toEqual(["/", "/a", "/a/b"]);
});

// spec: analytics.payload.newer
test("content of the newer kind has its 24 names", () => {
  history.replaceState(null, "", "/a/?utm_source=b&token=secret&gclid=c");
  const content = newerPayload({ object_identifier: "o1" });
  expect(Object.keys(content)).toEqual(expect.arrayContaining(names));
  expect(content).toMatchObject({
    page_path: "/a",
    page_query_params: "utm_source=b&gclid=c",
    context_website_id: "w1",
    object_identifier: "o1",
    destination_url: null,
    analytics_id: null,
    session_id: null,
  });
  expect(campaign()).not.toContain("secret");
});

// spec: analytics.payload.newer, analytics.payload.older
test("contents say what the page, the window and the member are, where the visitor allows it", () => {
  const member = (authenticated: boolean) => {
    const info = encodeURIComponent(JSON.stringify({ authenticated, siteUserId: "u1" }));
    document.cookie = `SiteUserInfo=${info}; path=/`;
  };
  const id = expect.stringMatching(/^[0-9a-f]{32}$/) as string;
  configure({ ...page, mode: "identifier", resolvedLocale: "fr" });
  document.cookie = "SS_MID=m1; path=/";
  member(true);
  forgetSession();
  expect(newerPayload({ custom_schema_name: "brochure", destination_url: "/b" })).toMatchObject({
    analytics_id: id,
    browser_language: navigator.language,
    browser_window_height: innerHeight,
    browser_window_width: innerWidth,
    client_name: "stoa-visitor",
    client_version: "1",
    marketing_id: "m1",
    page_host: "shop.test",
    page_referrer_url: document.referrer,
    session_id: id,
    enduser_user_agent: navigator.userAgent,
    event_occurrence_timestamp: Date.now(),
    browser_locale: navigator.languages[0],
    custom_schema_name: "brochure",
    source_environment: "prod",
    destination_url: "/b",
    member_account_id: "u1",
    object_identifier: null,
    resolved_locale: "fr",
    website_locale: "de",
    member_account_locale: "fr",
  });
  expect(olderPayload({})).toMatchObject({ memberAccountId: "u1", member_locale: "fr", website_locale: "de" });
  member(false);
  expect(newerPayload({})).toMatchObject({ member_account_id: null, member_account_locale: null });
  member(true);
  document.cookie = "ss_cookieAllowed=false; path=/";
  expect(newerPayload({})).toMatchObject({ analytics_id: null, marketing_id: null, member_account_id: null });
});

// spec: analytics.payload.resolved-locale
test("the language of the page is what the server says, else the document's, else English", () => {
  expect([resolvedLocale("fr", "de"), resolvedLocale(null, "de"), resolvedLocale(undefined, "")]).toEqual([
    "fr",
    "de",
    "en-US",
  ]);
});

// spec: analytics.payload.overwrite-warning
test("a field of the caller that is overwritten is a warning that names it", () => {
  const warning = vi.spyOn(console, "warn").mockReturnValue();
  expect(newerPayload({ page_host: "elsewhere" }).page_host).toBe("shop.test");
  expect(warning).toHaveBeenCalledExactlyOnceWith("The field page_host is overwritten");
});

// spec: analytics.payload.missing
test("without a payload nothing is sent", async () => {
  const said = vi.spyOn(console, "log").mockReturnValue();
  const sent = answerWith(202);
  track("custom");
  await recordOlder("custom");
  flush();
  expect(said.mock.calls).toEqual([["no payload"], ["no payload"]]);
  expect(sent).toEqual([]);
});

// spec: analytics.payload.schema, analytics.payload.schema-keys.open, analytics.clanker.post
test("events go together, by beacon if there is one, else by a request", async () => {
  const beacon = vi.fn<(url: string, body: Blob) => boolean>().mockReturnValue(true);
  const sent = answerWith(202);
  Object.assign(navigator, { sendBeacon: beacon });
  track("add_to_cart", { object_identifier: "i1" });
  track("form_start", { object_identifier: "f1" });
  expect(beacon).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(beacon).toHaveBeenCalledOnce();
  expect(beacon.mock.calls[0]?.[0]).toBe("http://shop.test/api/v1/clanker/events");
  expect(sent).toEqual([]);
  beacon.mockReturnValue(false);
  track("form_start", { object_identifier: "f2" });
  flush();
  vi.useRealTimers();
  const body = JSON.parse(await textOf(sent[0]?.body as Blob)) as Record<string, string>[];
  expect(body).toEqual([
    { event_schema_name: "form_start", event_content: expect.any(String) as string, event_source: "WEB" },
  ]);
  expect(JSON.parse(body[0]?.event_content ?? "")).toMatchObject({ object_identifier: "f2", website_locale: "de" });
});

// spec: analytics.error.http-status, analytics.response.open
test("a status that is not a success is said in the console, and what the server could not take is sent again once", () => {
  const warning = vi.spyOn(console, "warn").mockReturnValue();
  for (const status of [200, 202]) {
    answerWith(status);
    send("/x", {});
  }
  expect(warning).not.toHaveBeenCalled();
  const refused = answerWith(400);
  send("/x", {});
  vi.advanceTimersByTime(60_000);
  expect(refused).toHaveLength(1);
  const failed = answerWith(500);
  send("/x", {});
  vi.advanceTimersByTime(60_000);
  expect(failed).toHaveLength(2);
  expect(warning.mock.calls[1]).toEqual(["Error tracking event: HTTP Status 500"]);
});

// spec: analytics.env.unknown, analytics.env.qa.open, analytics.clanker.hosts.open
test("the host depends on the environment; an unknown one is a warning and no address", () => {
  const warning = vi.spyOn(console, "warn").mockReturnValue();
  const hostOf = (environment: string) => serviceUrl(environment, page.hosts).replace("/api/v1/clanker/events", "");
  expect(["dev", "qa", "staging", "prod"].map(hostOf)).toEqual([
    "https://dev.test",
    "https://staging.test",
    "https://staging.test",
    "http://shop.test",
  ]);
  expect(warning).not.toHaveBeenCalled();
  expect(serviceUrl("foo", page.hosts)).toBe("");
  expect(warning).toHaveBeenCalledOnce();
});

// spec: analytics.clanker.validate.post
test("developers are told what is wrong with an event, on the host for development", async () => {
  const warning = vi.spyOn(console, "warn").mockReturnValue();
  const asked = vi.fn<typeof fetch>().mockResolvedValue(new Response("page_path is missing", { status: 400 }));
  vi.stubGlobal("fetch", asked);
  configure({ ...page, environment: "dev" });
  track("add_to_cart", { object_identifier: "i1" });
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.mock.calls[0]?.[0]).toBe("https://dev.test/api/v1/clanker/validate-event-content/add_to_cart");
  expect(warning).toHaveBeenCalledExactlyOnceWith("page_path is missing");
});

// spec: analytics.record-only-for
test.each([
  ["anonymous", {}, true],
  ["a viewer", { accountRoles: [10] }, true],
  ["an editor who is a viewer, too", { accountRoles: [4, 10] }, false],
  ["an account without a role", { accountRoles: [] }, false],
  ["anonymous on a page of the configuration", { isConfigPage: true }, false],
  ["anonymous without the census", { censusDisabled: true }, false],
  ["anonymous where nothing is sent", { firing: false }, false],
])("%s is recorded or not", (_, part, isCounted) => {
  expect(isRecorded(part)).toBe(isCounted);
});

// spec: analytics.page-types-excluded
test("types and paths of pages are left out", () => {
  const left = [100, 103, 106, 1].map((pageType) => isExcluded({ ...page, pageType }, "/a"));
  expect(left).toEqual([true, true, true, false]);
  const paths = ["/intern", "/intern/b/", "/internal", "/preview/x", "/"].map((path) => isExcluded(page, path));
  expect(paths).toEqual([true, false, false, true, false]);
  expect(["/", "/a"].map((path) => isExcluded({ ...page, excludedPaths: ["/"] }, path))).toEqual([true, false]);
});
