import { expect, it } from "vitest";
import { deltaText, parseInteger } from "./stock-text";

it("parses typed differences", () => {
  for (const [text, number] of [
    ["5", 5],
    [" +5 ", 5],
    ["-3", -3],
    ["−3", -3],
    ["", null],
    ["1.5", null],
    ["a", null],
  ] as const) {
    expect(parseInteger(text), text).toBe(number);
  }
});

it("formats differences with their sign", () => {
  expect([deltaText(4), deltaText(-4), deltaText(0)]).toEqual(["+4", "−4", "0"]);
});
