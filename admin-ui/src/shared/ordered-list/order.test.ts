import { expect, test } from "vitest";
import { droppedOn, movedTo, neighbourAfter, placeOfDrop } from "./order";

const ids = ["a", "b", "c", "d"];

test("moves an item to an index", () => {
  expect(movedTo(ids, "c", 0)).toEqual(["c", "a", "b", "d"]);
  expect(movedTo(ids, "a", 9)).toEqual(["b", "c", "d", "a"]);
  expect(movedTo(ids, "b", 1)).toBe(ids);
  expect(movedTo(ids, "x", 1)).toBe(ids);
});

test("drops an item before or after the target", () => {
  expect(droppedOn(ids, "a", "c", "before")).toEqual(["b", "a", "c", "d"]);
  expect(droppedOn(ids, "a", "c", "after")).toEqual(["b", "c", "a", "d"]);
  expect(droppedOn(ids, "d", "a", "before")).toEqual(["d", "a", "b", "c"]);
  expect(droppedOn(ids, "b", "a", "after")).toBe(ids);
  expect(droppedOn(ids, "b", "b", "after")).toBe(ids);
});

test("gives the preceding neighbour, or that nothing moves", () => {
  expect(neighbourAfter(ids, "c", 0)).toBeNull();
  expect(neighbourAfter(ids, "a", 1)).toBe("b");
  expect(neighbourAfter(ids, "a", 99)).toBe("d");
  expect(neighbourAfter(ids, "d", 1)).toBe("a");
  expect(neighbourAfter(ids, "b", 1)).toBeUndefined();
  expect(neighbourAfter(ids, "gone", 1)).toBeUndefined();
});

test("counts a drop without the dragged row", () => {
  expect(placeOfDrop(ids, "a", "c", "before")).toBe(1);
  expect(placeOfDrop(ids, "a", "c", "after")).toBe(2);
  expect(placeOfDrop(ids, "d", "b", "before")).toBe(1);
  expect(placeOfDrop(ids, "b", "b", "after")).toBe(1);
});
