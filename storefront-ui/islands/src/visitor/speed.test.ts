import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ratingOf } from "./vitals";

/** Entries that the browser reports by type. */
let entries: Record<string, object[]> = {};
const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const beacon = vi.fn<(url: string, body: { parts: string[] }) => boolean>();
const metricsOf = (call: number) =>
  (JSON.parse(beacon.mock.calls[call]?.[1].parts.join("") ?? "[]") as { metric: string; value: number }[]).map(
    ({ metric, value }) => [metric, value] as const,
  );

async function load() {
  vi.resetModules();
  return import("./speed");
}

beforeEach(() => {
  vi.useFakeTimers();
  beacon.mockReset().mockReturnValue(true);
  asked.mockReset().mockImplementation(async () => Response.json({ pageLoadId: "l1", enabled: true, sampleRate: 1 }));
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
  Object.assign(navigator, { sendBeacon: beacon });
  const shift = { value: 0.1, hadRecentInput: false };
  entries = {
    paint: [{ name: "first-contentful-paint", startTime: 900 }],
    "largest-contentful-paint": [{ startTime: 1_000 }, { startTime: 4_100 }],
    "first-input": [{ startTime: 50, processingStart: 170, duration: 210, interactionId: 1 }],
    event: [
      { duration: 320, interactionId: 2 },
      { duration: 990, interactionId: 0 },
    ],
    "layout-shift": [
      { ...shift, startTime: 1_000 },
      { ...shift, startTime: 1_500 },
      { ...shift, startTime: 9_000 },
    ],
  };
  vi.stubGlobal(
    "PerformanceObserver",
    class {
      static supportedEntryTypes = Object.keys(entries);
      #take: (list: { getEntries: () => object[] }) => void;
      constructor(take: (list: { getEntries: () => object[] }) => void) {
        this.#take = take;
      }
      observe({ type }: { type: string }): void {
        this.#take({ getEntries: () => entries[type] ?? [] });
      }
      takeRecords(): object[] {
        return [];
      }
    },
  );
  performance.getEntriesByType = () => [{ responseStart: 600, type: "reload" } as never];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "sendBeacon");
});

// spec: performance.thresholds, performance.thresholds.boundary.open
test("values are rated by two thresholds, which belong to the better rating", () => {
  expect([2_500, 2_501, 4_000, 4_001].map((value) => ratingOf("LCP", value))).toEqual([
    "good",
    "needs-improvement",
    "needs-improvement",
    "poor",
  ]);
  const bounds = {
    FCP: [1_800, 3_000],
    CLS: [0.1, 0.25],
    FID: [100, 300],
    INP: [200, 500],
    TTFB: [800, 1_800],
  } as const;
  for (const [vital, [good, poor]] of Object.entries(bounds)) {
    const rate = (value: number) => ratingOf(vital as keyof typeof bounds, value);
    expect([rate(good), rate(poor), rate(poor + 0.1)], vital).toEqual(["good", "needs-improvement", "poor"]);
  }
});

// spec: performance.flush, performance.records.post, performance.records.shape.open
test("what is final is sent after half a minute, the rest when the page is hidden", async () => {
  const { followSpeed, flushSpeed } = await load();
  await followSpeed();
  vi.advanceTimersByTime(29_999);
  expect(beacon).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(metricsOf(0)).toEqual(
    expect.arrayContaining([
      ["TTFB", 600],
      ["FCP", 900],
      ["LCP", 4_100],
      ["FID", 120],
    ]),
  );
  const [url, { parts }] = beacon.mock.calls[0]!;
  expect(url).toBe("/api/1/performance/records");
  expect((JSON.parse(parts.join("")) as object[])[0]).toEqual({
    pageLoadId: "l1",
    metric: expect.any(String) as string,
    value: expect.any(Number) as number,
    rating: expect.any(String) as string,
    url: "http://shop.test/",
    navigationType: "reload",
    deviceType: "desktop",
    occurredAt: Date.now(),
  });
  flushSpeed(true);
  expect(Object.fromEntries(metricsOf(1))).toEqual({ CLS: 0.2, INP: 320 });
  vi.advanceTimersByTime(60_000);
  expect(beacon).toHaveBeenCalledTimes(2);
});

// spec: performance.flush
test("values wait for a minute at most", async () => {
  const { followSpeed } = await load();
  await followSpeed();
  vi.advanceTimersByTime(60_000);
  expect(metricsOf(1).map(([metric]) => metric)).toEqual(expect.arrayContaining(["CLS", "INP"]));
});

// spec: performance.settings.get, performance.settings.shape.open
test("without settings in half a minute, or where they say so, nothing is sent", async () => {
  let limit: AbortSignal | null | undefined;
  asked.mockImplementationOnce((_, { signal }) => {
    limit = signal;
    return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("late"))));
  });
  const stalled = (await load()).followSpeed();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(limit?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(limit?.aborted).toBe(true);
  await stalled;
  for (const settings of [{ enabled: false }, { enabled: true, sampleRate: 0 }]) {
    asked.mockImplementationOnce(async () => Response.json({ pageLoadId: "l2", ...settings }));
    await (await load()).followSpeed();
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(beacon).not.toHaveBeenCalled();
});

test("devices are told apart", async () => {
  const { deviceType } = await load();
  const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148";
  const tablet = "Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36";
  expect([iphone, tablet, "Mozilla/5.0 (X11; Linux x86_64)"].map(deviceType)).toEqual(["mobile", "tablet", "desktop"]);
});
