import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { scrollPageTo } from "./scroll";
import { defaultDuration, easeOutSine, tween } from "./tween";

let stillness = false;
let scrolledTo: number[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "performance"] });
  vi.stubGlobal("matchMedia", () => ({ matches: stillness }));
  vi.stubGlobal("scrollY", 500);
  vi.stubGlobal("scrollTo", ({ top }: ScrollToOptions) => scrolledTo.push(top ?? 0));
  [stillness, scrolledTo] = [false, []];
  document.body.innerHTML = `<header class="stoa-site-header"></header><p>Thank you.</p>`;
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Runs a tween to its end and returns its duration in ms, and the values drawn. */
async function run(duration?: number): Promise<{ lasted: number; shares: number[] }> {
  const shares: number[] = [];
  const started = performance.now();
  let [first, lasted] = [0, 0];
  const ended = tween((share) => {
    if (shares.length === 0) first = performance.now() - started;
    shares.push(share);
    lasted = performance.now() - started - first;
  }, duration);
  await vi.runAllTimersAsync();
  await ended;
  return { lasted, shares };
}

function target(top: number): Element {
  const paragraph = document.querySelector("p")!;
  paragraph.getBoundingClientRect = () => ({ top }) as DOMRect;
  return paragraph;
}

// spec: tween.validation
test("invalid draw functions and infinite durations are rejected", async () => {
  expect(() => tween(null as unknown as () => void, 300)).toThrow(TypeError);
  for (const duration of [NaN, Infinity, -Infinity]) expect(() => tween(() => undefined, duration)).toThrow(RangeError);
  const broken = tween(() => {
    throw new Error("gone");
  }, 10);
  const refused = expect(broken).rejects.toThrow("gone");
  await vi.runAllTimersAsync();
  await refused;
});

// spec: tween.default
test("the default duration is 300 ms", async () => {
  expect(defaultDuration).toBe(300);
  const { lasted, shares } = await run();
  expect(lasted).toBeGreaterThanOrEqual(300);
  expect(lasted).toBeLessThan(320);
  expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  for (const duration of [0, -5]) expect((await run(duration)).shares).toEqual([1]);
});

// spec: tween.scroll
test("every scroll takes 50 ms and ends 30 pixels above its target", async () => {
  expect([easeOutSine(0), easeOutSine(1 / 3), easeOutSine(1)]).toEqual([0, expect.closeTo(0.5), 1]);
  for (const top of [800, -200, 33, 90_000]) {
    scrolledTo = [];
    const ended = scrollPageTo(target(top));
    await vi.runAllTimersAsync();
    await ended;
    expect(scrolledTo[0]).toBe(500);
    expect(scrolledTo.at(-1)).toBe(500 + top - 30);
    const [, early = 0] = scrolledTo;
    expect(early).toBeCloseTo(500 + (top - 30) * Math.sin(((16 / 50) * Math.PI) / 2), 0);
  }
});

test("a sticky header does not cover the target, and reduced motion scrolls at once", async () => {
  const header = document.querySelector<HTMLElement>("header")!;
  header.style.position = "sticky";
  Object.defineProperty(header, "offsetHeight", { value: 80 });
  stillness = true;
  await scrollPageTo(target(800));
  expect(scrolledTo).toEqual([500 + 800 - 80 - 30]);
});
