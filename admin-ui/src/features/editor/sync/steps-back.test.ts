import { expect, it } from "vitest";
import { afterStep, stepsBackOf, type OwnStep, type StepsBack } from "./steps-back";

const step = (number: number, kind = "edit", undoes?: string): OwnStep => ({
  client: "a",
  number,
  kind,
  undoes: undoes ?? null,
  inverses: [],
});
const keys = ({ undo, redo }: StepsBack) => [undo.map(({ key }) => key), redo.map(({ key }) => key)];

it("takes steps back and makes them again", () => {
  const undone = stepsBackOf([step(1), step(2), step(3, "undo", "a/2")]);
  expect(keys(undone)).toEqual([["a/1"], ["a/3"]]);
  expect(keys(afterStep(undone, step(4, "redo", "a/3")))).toEqual([["a/1", "a/4"], []]);
});

it("forgets what was taken back once something new is made", () => {
  expect(keys(stepsBackOf([step(1), step(2, "undo", "a/1"), step(3)]))).toEqual([["a/3"], []]);
});

it("keeps a bounded number of steps", () => {
  const steps = Array.from({ length: 150 }, (_, index) => step(index + 1));
  expect(stepsBackOf(steps).undo).toHaveLength(100);
});
