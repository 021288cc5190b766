import { expect, it } from "vitest";
import { stacksAfterStep, undoStacksOf, type OwnStep, type UndoStacks } from "./undo-stacks";

const step = (number: number, kind = "edit", undoes?: string): OwnStep => ({
  client: "a",
  number,
  kind,
  undoes: undoes ?? null,
  inverses: [],
});
const keys = ({ undo, redo }: UndoStacks) => [undo.map(({ key }) => key), redo.map(({ key }) => key)];

it("undoes and redoes steps", () => {
  const undone = undoStacksOf([step(1), step(2), step(3, "undo", "a/2")]);
  expect(keys(undone)).toEqual([["a/1"], ["a/3"]]);
  expect(keys(stacksAfterStep(undone, step(4, "redo", "a/3")))).toEqual([["a/1", "a/4"], []]);
});

it("clears the redo stack on a new step", () => {
  expect(keys(undoStacksOf([step(1), step(2, "undo", "a/1"), step(3)]))).toEqual([["a/3"], []]);
});

it("limits the number of steps", () => {
  const steps = Array.from({ length: 150 }, (_, index) => step(index + 1));
  expect(undoStacksOf(steps).undo).toHaveLength(100);
});
