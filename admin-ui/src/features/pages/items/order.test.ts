import { expect, test } from "vitest";
import { droppedOn, movedTo } from "./order";

const ids = ["a", "b", "c", "d"];

test("what is moved takes its place among the others", () => {
  expect(movedTo(ids, "c", 0)).toEqual(["c", "a", "b", "d"]);
  expect(movedTo(ids, "a", 9)).toEqual(["b", "c", "d", "a"]);
  expect(movedTo(ids, "b", 1)).toBe(ids);
  expect(movedTo(ids, "x", 1)).toBe(ids);
});

test("what is dropped stands before or behind what it was dropped on", () => {
  expect(droppedOn(ids, "a", "c", "before")).toEqual(["b", "a", "c", "d"]);
  expect(droppedOn(ids, "a", "c", "after")).toEqual(["b", "c", "a", "d"]);
  expect(droppedOn(ids, "d", "a", "before")).toEqual(["d", "a", "b", "c"]);
  expect(droppedOn(ids, "b", "a", "after")).toBe(ids);
  expect(droppedOn(ids, "b", "b", "after")).toBe(ids);
});
