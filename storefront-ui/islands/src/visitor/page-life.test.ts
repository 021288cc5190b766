import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tellVisit } from "@/shared/page/visitor-event";
import type { VisitorConfig } from "./config";

type Listening = [target: EventTarget, ...Parameters<EventTarget["addEventListener"]>];

const page: VisitorConfig = {
  websiteId: "w1",
  pageType: 50,
  itemId: "i1",
  environment: "prod",
  hosts: {},
  cookieDomains: [],
  excludedPaths: [],
};
const cookies = ["SS_ANALYTICS_ID", "SS_SESSION_ID", "ss_cookieAllowed", "ss_notCounted"];
const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

let listening: Listening[] = [];
let visibility = "visible";
/** What was sent by beacon. */
let sent: { url: string; body: string }[] = [];

const hitsOf = (event: string) =>
  sent.filter(({ url, body }) => url === "/api/census/RecordHit" && new URLSearchParams(body).get("event") === event);
const consents = () =>
  window.dataLayer?.map((entry) => {
    const [kind, action, settings] = Array.from(entry as ArrayLike<unknown>);
    return [kind, action, (settings as Record<string, string>).analytics_storage];
  });

async function open(part: Partial<VisitorConfig> = {}): Promise<void> {
  vi.resetModules();
  const script = document.createElement("script");
  script.dataset.config = JSON.stringify({ ...page, ...part });
  const { start } = await import("./start");
  start(script);
  vi.advanceTimersByTime(200);
}

function become(state: "visible" | "hidden"): void {
  visibility = state;
  document.dispatchEvent(new Event("visibilitychange"));
}

function show(persisted: boolean): void {
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
}

beforeEach(() => {
  vi.useFakeTimers();
  [sent, listening] = [[], []];
  visibility = "visible";
  asked.mockReset();
  asked.mockImplementation(async () => Response.json({ pageLoadId: "l1" }));
  vi.stubGlobal("fetch", asked);
  vi.stubGlobal(
    "Blob",
    class {
      parts: string[];
      constructor(parts: string[]) {
        this.parts = parts;
      }
    },
  );
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe(): void {}
    },
  );
  Object.assign(navigator, {
    sendBeacon: (url: string, body: URLSearchParams | { parts: string[] }) => {
      sent.push({ url, body: body instanceof URLSearchParams ? body.toString() : body.parts.join("") });
      return true;
    },
  });
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility as DocumentVisibilityState);
  for (const target of [document, window]) {
    const add = target.addEventListener.bind(target) as EventTarget["addEventListener"];
    vi.spyOn(target, "addEventListener").mockImplementation((kind: string, run: unknown, options: unknown) => {
      const given = [kind, run, options] as Parameters<EventTarget["addEventListener"]>;
      listening.push([target, ...given]);
      add(...given);
    });
  }
});

afterEach(() => {
  for (const [target, kind, run, options] of listening) target.removeEventListener(kind, run, options);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of cookies) document.cookie = `${name}=; path=/; max-age=0`;
  localStorage.clear();
  document.body.className = "";
  delete window.dataLayer;
  Reflect.deleteProperty(navigator, "sendBeacon");
  Reflect.deleteProperty(document, "prerendering");
});

// spec: analytics.privacy.open
test("a browser whose owner declined sends nothing", async () => {
  document.cookie = "ss_notCounted=1; path=/";
  await open({ performance: true, scriptErrors: true });
  window.dispatchEvent(new ErrorEvent("error", { message: "broken" }));
  become("hidden");
  vi.advanceTimersByTime(60_000);
  expect([sent, asked.mock.calls]).toEqual([[], []]);
});

test("a page in a frame of the editor sends nothing", async () => {
  vi.stubGlobal("parent", {});
  await open();
  become("hidden");
  expect(sent).toEqual([]);
});

// spec: analytics.privacy.open
test("tags of the owner are told of the choice at first and when it changes, and of none that nobody made", async () => {
  window.dataLayer = [];
  await open();
  expect(consents()).toEqual([]);
  await open({ asksFirst: true });
  expect(consents()).toEqual([["consent", "update", "denied"]]);
  document.cookie = "ss_cookieAllowed=true; path=/";
  tellVisit("consent", {});
  expect(consents()?.at(-1)).toEqual(["consent", "update", "granted"]);
});

// spec: analytics.privacy.open
test("an identifier is set when the visitor accepts and removed when they change their mind", async () => {
  await open({ mode: "identifier", asksFirst: true });
  expect(document.cookie).not.toContain("SS_");
  document.cookie = "ss_cookieAllowed=true; path=/";
  tellVisit("consent", {});
  vi.advanceTimersByTime(30_000);
  expect(document.cookie).toContain("SS_ANALYTICS_ID=");
  document.cookie = "ss_cookieAllowed=false; path=/";
  tellVisit("consent", {});
  expect(document.cookie).not.toContain("SS_");
  expect(localStorage.getItem("SS_ANALYTICS_ID")).toBeNull();
  vi.advanceTimersByTime(30_000);
  expect(hitsOf("10").map(({ body }) => body.includes("%22analyticsId%22%3Anull"))).toEqual([false, true]);
});

// spec: analytics.purpose
test("a page that the browser kept and shows again is another view, whose time is counted anew", async () => {
  await open();
  vi.advanceTimersByTime(3_600_000);
  expect([hitsOf("1").length, hitsOf("10").length]).toEqual([1, 20]);
  show(false);
  expect(hitsOf("1")).toHaveLength(1);
  show(true);
  vi.advanceTimersByTime(30_000);
  expect([hitsOf("1").length, hitsOf("10").length]).toEqual([2, 21]);
});

// spec: analytics.purpose
test("a page that is rendered in advance is a view when it is shown", async () => {
  Object.assign(document, { prerendering: true });
  await open();
  expect(sent).toEqual([]);
  Object.assign(document, { prerendering: false });
  document.dispatchEvent(new Event("prerenderingchange"));
  vi.advanceTimersByTime(200);
  expect(hitsOf("1")).toHaveLength(1);
});

// spec: performance.flush, performance.records.post
test("vitals are sent when the page is hidden, and none of a page that was opened in the background", async () => {
  vi.stubGlobal(
    "PerformanceObserver",
    class {
      static supportedEntryTypes = ["layout-shift"];
      observe(): void {}
      takeRecords(): object[] {
        return [];
      }
    },
  );
  Object.assign(performance, { getEntriesByType: () => [] });
  const records = () => sent.filter(({ url }) => url === "/api/1/performance/records");
  visibility = "hidden";
  await open({ performance: true });
  become("visible");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(records()).toEqual([]);
  await open({ performance: true });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(records()).toEqual([]);
  become("hidden");
  expect(records()).toHaveLength(1);
  expect(JSON.parse(records()[0]?.body ?? "")).toMatchObject([
    { pageLoadId: "l1", metric: "CLS", value: 0, rating: "good" },
  ]);
});

// spec: analytics.record-event.post
test("an event with an outdated token is sent once more with the token of the answer", async () => {
  document.body.className = "stoa-page-products-item";
  document.body.innerHTML = '<script type="application/json" id="stoa-context">{"productTracking":true}</script>';
  const crumbs: (string | null)[] = [];
  asked.mockImplementation(async (_, { body }) => {
    crumbs.push((body as URLSearchParams).get("crumb"));
    document.cookie = "crumb=c2; path=/";
    return new Response("{}", { status: 403 });
  });
  await open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(crumbs).toEqual(["c1", "c2"]);
});
