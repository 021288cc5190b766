import type { Answer } from "@/shared/api/types";

type LoadTests = Answer<"/api/v1/websites/{websiteId}/load-tests", "get">;
type LoadRun = Answer<"/api/v1/websites/{websiteId}/load-tests/runs", "get">["runs"][number];

export const madeNothing: LoadRun["made"] = {
  orders: 0,
  carts: 0,
  customers: 0,
  siteUsers: 0,
  pages: 0,
  assets: 0,
  products: 0,
  submissions: 0,
  comments: 0,
};

/** Load tests that were never allowed, on a site where they could start. */
export function sampleLoadTests(): LoadTests {
  return {
    forbidden: false,
    allowedUntil: null,
    maxCallsPerSecond: 50,
    highestCallsPerSecond: 1_000,
    hasKey: false,
    paymentInTestMode: true,
    paymentMethods: [{ provider: "stoa.testcard", method: "card", testMode: true }],
    openToVisitors: true,
    revision: 3,
  };
}

export function sampleLoadRuns(): LoadRun[] {
  return [
    {
      id: "lr_1",
      name: "monday",
      profile: "average",
      state: "ended",
      maxCallsPerSecond: 50,
      startedOn: Date.UTC(2026, 10, 28, 9),
      endsOn: Date.UTC(2026, 10, 28, 10),
      endedOn: Date.UTC(2026, 10, 28, 9, 5),
      made: { ...madeNothing, orders: 12, carts: 1 },
      removed: madeNothing,
      kept: madeNothing,
    },
  ];
}
