import { expect, it } from "vitest";
import { seenFromTheRight } from "./sides";

const turned = (...pairs: [string, string][]) => seenFromTheRight(pairs.map(([value, title]) => ({ value, title }))).map(({ value, title }) => `${value} ${title}`);

it("names sides as they are seen, in the order in which they always stand", () => {
  expect(turned(["left", "Left"], ["center", "Centre"], ["right", "Right"])).toEqual(["right Left", "center Centre", "left Right"]);
  expect(turned(["right", "To the right"], ["left", "To the left"])).toEqual(["left To the right", "right To the left"]);
  expect(turned(["overlay", "Over it"], ["split-left", "Picture left"], ["split-right", "Picture right"])).toEqual([
    "overlay Over it",
    "split-right Picture left",
    "split-left Picture right",
  ]);
});

it("leaves other words alone, and the order where only one side is offered", () => {
  expect(turned(["upright", "Upright 3:4"], ["wide", "Wide"])).toEqual(["upright Upright 3:4", "wide Wide"]);
  expect(turned(["left", "Left"], ["center", "Centre"])).toEqual(["left Right", "center Centre"]);
});
