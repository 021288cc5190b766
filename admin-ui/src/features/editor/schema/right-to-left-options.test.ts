import { expect, it } from "vitest";
import { rightToLeftOptions } from "./right-to-left-options";

const turned = (...pairs: [string, string][]) =>
  rightToLeftOptions(pairs.map(([value, title]) => ({ value, title }))).map(({ value, title }) => `${value} ${title}`);

it("shows physical sides in a constant order", () => {
  expect(turned(["left", "Left"], ["center", "Center"], ["right", "Right"])).toEqual([
    "right Left",
    "center Center",
    "left Right",
  ]);
  expect(turned(["right", "To the right"], ["left", "To the left"])).toEqual([
    "left To the right",
    "right To the left",
  ]);
  expect(turned(["overlay", "Over it"], ["split-left", "Image left"], ["split-right", "Image right"])).toEqual([
    "overlay Over it",
    "split-right Image left",
    "split-left Image right",
  ]);
});

it("does not change other options, or the order of a single side", () => {
  expect(turned(["upright", "Upright 3:4"], ["wide", "Wide"])).toEqual(["upright Upright 3:4", "wide Wide"]);
  expect(turned(["left", "Left"], ["center", "Center"])).toEqual(["left Right", "center Center"]);
});
