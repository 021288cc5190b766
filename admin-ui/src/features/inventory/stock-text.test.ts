import { expect, it } from "vitest";
import { deltaText, readWhole } from "./stock-text";

it("reads differences as people write them", () => {
  for (const [text, number] of [["5", 5], [" +5 ", 5], ["-3", -3], ["−3", -3], ["", null], ["1.5", null], ["a", null]] as const) {
    expect(readWhole(text), text).toBe(number);
  }
});

it("writes differences with their sign", () => {
  expect([deltaText(4), deltaText(-4), deltaText(0)]).toEqual(["+4", "−4", "0"]);
});
