import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { VisitorConfig } from "./config";

type Listening = [target: EventTarget, ...Parameters<EventTarget["addEventListener"]>];

const page: VisitorConfig = {
  websiteId: "w1",
  templateId: "indigo",
  pageId: "p1",
  pageTitle: "Hearth Mug",
  pageType: 50,
  itemId: "i1",
  websiteLocale: "en-US",
  environment: "prod",
  hosts: {},
  cookieDomains: [],
  excludedPaths: [],
};

let listening: Listening[] = [];
let visibility = "visible";
/** What was sent by beacon and by request: the call, and its fields. */
let sent: { url: string; fields: Record<string, string> }[] = [];
let batches: { name: string; content: Record<string, unknown> }[] = [];
const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

const hits = () =>
  sent
    .filter(({ url }) => url === "/api/census/RecordHit")
    .map(({ fields }) => ({ event: fields.event, data: JSON.parse(fields.data ?? "") as Record<string, unknown> }));
const hitsOf = (event: string) => hits().filter((hit) => hit.event === event);
const countsOf = (what: string) => sent.filter(({ url }) => url === `/api/census/${what}`);
const events = () => batches.map(({ name }) => name);

/** Opens a page with the script; the browser is idle after 200 ms. */
async function open(part: Partial<VisitorConfig> = {}, path = "/shop/hearth-mug"): Promise<void> {
  vi.resetModules();
  history.replaceState(null, "", path);
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

beforeEach(() => {
  vi.useFakeTimers();
  [sent, batches, listening] = [[], [], []];
  visibility = "visible";
  asked.mockReset();
  asked.mockImplementation((url, { body }) => {
    if (body instanceof URLSearchParams) sent.push({ url, fields: Object.fromEntries(body) });
    return Promise.resolve(new Response("{}"));
  });
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
      seen: (entries: object[]) => void;
      constructor(seen: (entries: object[]) => void) {
        this.seen = seen;
      }
      observe(target: Element): void {
        this.seen([{ isIntersecting: !target.hasAttribute("data-below"), target }]);
      }
      unobserve(): void {}
    },
  );
  Object.assign(navigator, {
    sendBeacon: (url: string, body: URLSearchParams | { parts: string[] }) => {
      if (body instanceof URLSearchParams) sent.push({ url, fields: Object.fromEntries(body) });
      else {
        const found = JSON.parse(body.parts.join("")) as Record<string, string>[];
        for (const { event_schema_name: name = "", event_content: content = "null" } of found)
          batches.push({ name, content: JSON.parse(content) as Record<string, unknown> });
        if (url.includes("performance")) sent.push({ url, fields: { records: body.parts.join("") } });
      }
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
  document.body.className = "";
  document.cookie = "ss_cvr=; path=/; max-age=0";
  Reflect.deleteProperty(navigator, "sendBeacon");
  history.replaceState(null, "", "/");
});

// spec: analytics.purpose, census.hit.data, census.hit.data.keys.open
test("a page is counted by one hit with what the page and the window are", async () => {
  await open({}, "/shop/hearth-mug?utm_source=a&token=b");
  expect(hits()).toHaveLength(1);
  const [{ event, data }] = hits() as [{ event: string; data: Record<string, unknown> }];
  expect(event).toBe("1");
  expect(data).toMatchObject({
    userAgent: navigator.userAgent,
    clientDate: Date.now(),
    viewportInnerWidth: innerWidth,
    viewportInnerHeight: innerHeight,
    screenWidth: screen.width,
    screenHeight: screen.height,
    websiteId: "w1",
    templateId: "indigo",
    websiteLocale: "en-US",
    url: "http://shop.test/shop/hearth-mug?utm_source=a",
    title: "Hearth Mug",
    itemId: "i1",
    analyticsId: null,
  });
  expect([document.cookie.includes("SS_"), localStorage.length]).toEqual([false, 0]);
});

// spec: analytics.search-excluded, enum.tracked-event-numbers
test("the page of search results is a search and no view", async () => {
  await open({ pageType: 102, search: { query: "mug", count: 0 } }, "/search?q=mug");
  vi.advanceTimersByTime(60_000);
  expect(hits().map(({ event, data }) => [event, data.query, data.number])).toEqual([["2", "mug", 0]]);
});

// spec: analytics.page-types-excluded, analytics.firing-disabled, census.button, analytics.record-only-for
test.each<[string, Partial<VisitorConfig>]>([
  ["a page that was not found", { pageType: 100 }],
  ["a lock screen", { pageType: 103 }],
  ["a refusal", { pageType: 106 }],
  ["firing disabled", { firing: false }],
  ["the census disabled", { censusDisabled: true }],
  ["an editor's account", { accountRoles: [4] }],
])("with %s nothing is sent", async (_, part) => {
  document.body.innerHTML = '<form data-form-id="f1"></form>';
  await open({ performance: true, scriptErrors: true, ...part });
  window.dispatchEvent(new ErrorEvent("error", { message: "broken" }));
  become("hidden");
  vi.advanceTimersByTime(60_000);
  expect([sent, batches, asked.mock.calls]).toEqual([[], [], []]);
});

// spec: census.button, census.page-fields.open
test("buttons are counted when they are seen and clicked, with the visitor cookie of those who allow it", async () => {
  document.cookie = "ss_cvr=cookie1; path=/";
  document.body.innerHTML = `<div class="stoa-block stoa-block-button" data-block-id="b1"><a href="#x"> Buy </a></div>
    <div class="stoa-block-button" data-block-id="b2"><a href="#y" data-below>Later</a></div>`;
  await open({ mode: "identifier" });
  expect(countsOf("button-render").map(({ fields }) => fields.blockId)).toEqual(["b1"]);
  const signals: (AbortSignal | null | undefined)[] = [];
  asked.mockImplementation((_, { signal, body }) => {
    signals.push(signal);
    sent.push({ url: "/api/census/button-click", fields: Object.fromEntries(body as URLSearchParams) });
    return new Promise(() => undefined);
  });
  const clicked = document
    .querySelector("a")!
    .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  expect(clicked).toBe(true);
  expect(countsOf("button-click")[0]?.fields).toMatchObject({
    ss_cvr: "cookie1",
    pageTitle: "Hearth Mug",
    pageId: "p1",
    contentSource: "i",
    pagePath: "/shop/hearth-mug",
    pagePermissionTypeValue: "1",
    blockId: "b1",
    buttonText: "Buy",
  });
  vi.advanceTimersByTime(2_499);
  expect(signals[0]?.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signals[0]?.aborted).toBe(true);
});

// spec: census.form-render, enum.tracked-event-kinds
test("a form is counted when it is shown, begun and sent", async () => {
  document.body.innerHTML = `<div data-block-id="f1"><form data-form-id="f1" data-form-event="newsletter_signup">
    <input></form></div>`;
  await open();
  expect(countsOf("form-render").map(({ fields }) => fields.formId)).toEqual(["f1"]);
  const field = document.querySelector("input")!;
  for (let times = 0; times < 3; times += 1) field.dispatchEvent(new Event("input", { bubbles: true }));
  document.querySelector("form")!.dispatchEvent(new CustomEvent("form-submission-success", { bubbles: true }));
  vi.advanceTimersByTime(1_000);
  expect(events()).toEqual(["form_start", "form_submit", "newsletter_signup"]);
  expect(batches.map(({ content }) => content.object_identifier)).toEqual(["f1", "f1", "f1"]);
});

// spec: census.overlay, census.overlay.open, census.quick-view, census.quick-view.open
test("islands tell of pop-ups and quick views", async () => {
  await open();
  const { tellVisit } = await import("@/shared/page/visitor-event");
  tellVisit("overlay", { event: "view", overlayId: "popup", version: "3" });
  tellVisit("quick_view", { itemId: "i2" });
  expect(countsOf("overlay")[0]?.fields).toMatchObject({
    event: "view",
    overlayId: "popup",
    version: "3",
    pageId: "p1",
  });
  expect(countsOf("RecordQuickView/i2")[0]?.fields).toMatchObject({ pageId: "p1", ss_cvr: "" });
});

// spec: enum.tracked-event-kinds, add-to-cart.beta-tracking
test.each([false, true])("products that are seen and added count once (beta flag: %s)", async (productTracking) => {
  document.body.className = "stoa-page-products-item";
  document.body.innerHTML = `<script type="application/json" id="stoa-context">${JSON.stringify({ storeSettings: { productTracking } })}</script>`;
  await open();
  const { tellVisit } = await import("@/shared/page/visitor-event");
  tellVisit("add_to_cart", { itemId: "i1", sku: "MUG", quantity: 2 });
  tellVisit("account_creation", {});
  vi.advanceTimersByTime(1_000);
  const older = sent.filter(({ url }) => url.endsWith("/api/events/RecordEvent")).map(({ fields }) => fields);
  const newer = productTracking ? [] : ["product_page_view", "add_to_cart"];
  expect(events()).toEqual([...newer, "account_creation"]);
  expect(older.map(({ event }) => event)).toEqual(
    productTracking ? ["commerce_product_visit", "commerce_add_to_cart"] : [],
  );
  if (!productTracking) return;
  expect(older[0]?.crumb).toBe("c1");
  expect(JSON.parse(older[1]?.data ?? "")).toMatchObject({ itemId: "i1", sku: "MUG", quantity: 2, websiteId: "w1" });
});

test("links to other sites and to files are counted, others are not", async () => {
  document.body.innerHTML = `<a href="https://other.test/a?b=c">Other</a><a href="/s/list.pdf">List</a>
    <a href="/about">About</a><a href="mailto:a@b.test">Mail</a>`;
  await open();
  for (const link of document.querySelectorAll("a")) {
    link.addEventListener("click", (event) => event.preventDefault());
    link.click();
  }
  vi.advanceTimersByTime(1_000);
  expect(batches.map(({ name, content }) => [name, content.destination_url])).toEqual([
    ["outbound_click", "https://other.test/a"],
    ["file_download", "/s/list.pdf"],
  ]);
});

// spec: enum.tracked-event-numbers
test("sound and films are counted once each", async () => {
  document.body.innerHTML = '<audio src="/s/a.mp3"></audio><video src="/s/b.mp4"></video>';
  await open();
  for (const media of document.querySelectorAll("audio, video"))
    for (let times = 0; times < 2; times += 1) media.dispatchEvent(new Event("play"));
  expect(hits().map(({ event, data }) => [event, data.object])).toEqual([
    ["1", undefined],
    ["20", "/s/a.mp3"],
    ["21", "/s/b.mp4"],
  ]);
});

// spec: analytics.heartbeat.open
test("the time on the page is reported every 30 s while it is visible, 20 times at most", async () => {
  await open();
  vi.advanceTimersByTime(30_000);
  expect(hitsOf("10")).toHaveLength(1);
  vi.advanceTimersByTime(5_000);
  become("hidden");
  vi.advanceTimersByTime(300_000);
  expect(hitsOf("10")).toHaveLength(1);
  become("visible");
  vi.advanceTimersByTime(25_000);
  expect(hitsOf("10").map(({ data }) => data.number)).toEqual([30_000, 30_000]);
  vi.advanceTimersByTime(12_000);
  become("hidden");
  expect(hitsOf("10")[2]?.data.number).toBe(12_000);
  become("visible");
  vi.advanceTimersByTime(3_600_000);
  expect(hitsOf("10")).toHaveLength(20);
});

test("a visitor who leaves before the browser was idle is counted", async () => {
  vi.stubGlobal("requestIdleCallback", () => 0);
  await open();
  expect(hits()).toEqual([]);
  become("hidden");
  expect(hitsOf("1")).toHaveLength(1);
});

// spec: error-reporting.uncaught, error-reporting.limits, error-reporting.overflow.open, error-reporting.javascript.post, error-reporting.crumb-header.open
test("errors of scripts go to the server, ten at a time and twenty times at most", async () => {
  await open({ scriptErrors: true });
  asked.mockClear();
  for (let number = 0; number < 1_000; number += 1) {
    const error = new Error(`broken ${String(number)}`);
    error.stack = "x".repeat(9_000);
    window.dispatchEvent(new ErrorEvent("error", { error, message: error.message, lineno: 1, colno: 2 }));
    if (number % 25 === 24) vi.advanceTimersByTime(1_000);
  }
  vi.advanceTimersByTime(10_000);
  expect(asked).toHaveBeenCalledTimes(20);
  const [url, { method, headers, body }] = asked.mock.calls[0]!;
  expect([url, method, (headers as Record<string, string>)["X-CSRF-Token"]]).toEqual([
    "/api/events/RecordJavascriptErrors",
    "POST",
    "c1",
  ]);
  const reported = JSON.parse(body as string) as { event: string; data: { message: string; stack: string } }[];
  expect(reported.map(({ data }) => data.message)).toEqual(
    Array.from({ length: 10 }, (_, each) => `broken ${String(each)}`),
  );
  expect(reported[0]).toMatchObject({
    event: "javascript_error",
    data: { url: "http://shop.test/shop/hearth-mug", line: 1 },
  });
  expect(reported[0]?.data.stack).toHaveLength(5_000);
});

test("a message with many long errors is not larger than the server takes", async () => {
  await open({ scriptErrors: true });
  for (let number = 0; number < 10; number += 1) {
    const error = new Error("m".repeat(9_000));
    error.stack = "\n".repeat(9_000);
    window.dispatchEvent(new ErrorEvent("error", { error, message: error.message }));
  }
  vi.advanceTimersByTime(1_000);
  const body = asked.mock.calls.at(-1)?.[1].body as string;
  expect(body.length).toBeLessThanOrEqual(60_000);
  expect((JSON.parse(body) as unknown[]).length).toBe(5);
});

// spec: analytics.response.open
test("a failing server does not reach the page", async () => {
  asked.mockRejectedValue(new TypeError("Failed to fetch"));
  Object.assign(navigator, { sendBeacon: () => true });
  document.body.innerHTML = '<form data-form-id="f1"></form>';
  await expect(open({ scriptErrors: true, performance: true })).resolves.toBeUndefined();
  await vi.advanceTimersByTimeAsync(60_000);
});
