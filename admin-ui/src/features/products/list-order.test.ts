import { expect, it } from "vitest";
import { neighbourAfter, placeOfDrop } from "./list-order";

const ids = ["a", "b", "c", "d"];

it("names the neighbour before the new place", () => {
  expect(neighbourAfter(ids, "c", 0)).toBeNull();
  expect(neighbourAfter(ids, "a", 1)).toBe("b");
  expect(neighbourAfter(ids, "a", 99)).toBe("d");
  expect(neighbourAfter(ids, "d", 1)).toBe("a");
});

it("says when nothing moves", () => {
  expect(neighbourAfter(ids, "b", 1)).toBeUndefined();
  expect(neighbourAfter(ids, "gone", 1)).toBeUndefined();
});

it("counts a drop without the row that is dropped", () => {
  expect(placeOfDrop(ids, "a", "c", "before")).toBe(1);
  expect(placeOfDrop(ids, "a", "c", "after")).toBe(2);
  expect(placeOfDrop(ids, "d", "b", "before")).toBe(1);
  expect(placeOfDrop(ids, "b", "b", "after")).toBe(1);
});
