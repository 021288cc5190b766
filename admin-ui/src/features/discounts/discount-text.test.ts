import { expect, test } from "vitest";
import { sampleDiscounts } from "@/testing/samples/sample-prices";
import { effectText, stateOf } from "./discount-text";

const [discount] = sampleDiscounts();

test("describes the effect of a discount", () => {
  if (discount === undefined) throw new Error("no sample");
  const text = (more: Partial<typeof discount>) => effectText({ ...discount, ...more }, "USD", "en-US");
  expect(text({ kind: "percent", rateBasisPoints: 1250 })).toBe("12.5% off");
  expect(text({ kind: "amount", amountCents: 500 })).toBe("$5.00 off");
  expect(text({ kind: "free-shipping" })).toBe("Free shipping");
});

test("shows whether a discount can be used now", () => {
  if (discount === undefined) throw new Error("no sample");
  const state = (more: Partial<typeof discount>) => stateOf({ ...discount, ...more }, 1000);
  expect(state({})).toBe("active");
  expect(state({ enabled: false })).toBe("off");
  expect(state({ startsOn: 1001 })).toBe("planned");
  expect(state({ endsOn: 1000 })).toBe("ended");
  expect(state({ usageLimit: 3, usedCount: 3 })).toBe("used-up");
});
