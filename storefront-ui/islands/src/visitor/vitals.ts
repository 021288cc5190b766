/** Largest value that is good, and largest that is not poor. */
const thresholds = {
  FCP: [1_800, 3_000],
  LCP: [2_500, 4_000],
  CLS: [0.1, 0.25],
  FID: [100, 300],
  INP: [200, 500],
  TTFB: [800, 1_800],
} as const;

export type Vital = keyof typeof thresholds;
export type Rating = "good" | "needs-improvement" | "poor";

export function ratingOf(vital: Vital, value: number): Rating {
  const [good, poor] = thresholds[vital];
  return value <= good ? "good" : value <= poor ? "needs-improvement" : "poor";
}

interface Entry extends PerformanceEntry {
  /** Of a move of the layout. */
  value: number;
  hadRecentInput: boolean;
  /** Of an input. */
  processingStart: number;
  interactionId?: number;
}

const shiftGap = 1_000;
const shiftWindow = 5_000;
/** One interaction of fifty may be slower than the one that stands for all. */
const interactionsPerOutlier = 50;

const values = new Map<Vital, number>();
const durations = new Map<number, number>();
const observers: (() => void)[] = [];
const shifts = { group: 0, first: 0, last: 0 };

export function navigation(): PerformanceNavigationTiming | undefined {
  return performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined;
}

/** Moves of the layout belong together within a second of each other and five in all; the worst group counts. */
function addShift({ startTime, value, hadRecentInput }: Entry): void {
  if (hadRecentInput) return;
  const isNear = startTime - shifts.last < shiftGap && startTime - shifts.first < shiftWindow;
  if (!isNear) shifts.first = startTime;
  shifts.group = isNear ? shifts.group + value : value;
  shifts.last = startTime;
  values.set("CLS", Math.max(values.get("CLS") ?? 0, shifts.group));
}

function addInteraction({ interactionId, duration }: Entry): void {
  if (!interactionId) return;
  durations.set(interactionId, Math.max(durations.get(interactionId) ?? 0, duration));
  const slowest = [...durations.values()].sort((one, other) => other - one);
  values.set("INP", slowest[Math.floor(slowest.length / interactionsPerOutlier)] ?? duration);
}

/** Browsers that cannot measure something leave it out. */
function observe(type: string, take: (entry: Entry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  // A page whose layout never moves is the best.
  if (take === addShift) values.set("CLS", 0);
  const takeAll = (entries: PerformanceEntryList): void => (entries as Entry[]).forEach(take);
  const observer = new PerformanceObserver((list) => takeAll(list.getEntries()));
  observer.observe({ type, buffered: true, durationThreshold: 40 } as PerformanceObserverInit);
  observers.push(() => takeAll(observer.takeRecords()));
}

/** Begins to measure the page. */
export function watchVitals(): void {
  const { responseStart } = navigation() ?? {};
  if (responseStart) values.set("TTFB", responseStart);
  observe("paint", ({ name, startTime }) => name === "first-contentful-paint" && values.set("FCP", startTime));
  observe("largest-contentful-paint", ({ startTime }) => values.set("LCP", startTime));
  observe("first-input", (entry) => {
    values.set("FID", entry.processingStart - entry.startTime);
    addInteraction(entry);
  });
  observe("event", addInteraction);
  observe("layout-shift", addShift);
}

/** Takes the values out: all, or those that no longer change before the visitor leaves. Each is given once. */
export function takeVitals(isLast: boolean): [Vital, number][] {
  for (const takeRest of observers) takeRest();
  const taken = [...values].filter(([vital]) => isLast || (vital !== "CLS" && vital !== "INP"));
  for (const [vital] of taken) values.delete(vital);
  return taken;
}
