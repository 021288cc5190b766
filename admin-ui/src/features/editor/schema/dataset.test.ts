import { expect, it } from "vitest";
import { datasetProblem } from "./dataset";

// spec: editor.message.dataset, editor.message.rows-missing
it.each([
  ["", "Your dataset must have at least one column"],
  ["Month", "Your dataset must have at least one column"],
  ["Month, Cups", "Your dataset must have at least one row"],
  ["Month, Cups\nMay", "One or more rows was missing data"],
  ["Month, Cups\nMay, many", "One or more rows was missing data"],
  ["A, B, C\nx, 1", "One or more rows was missing data"],
  ["Month; Cups\nMay; 1e400", "One or more rows was missing data"],
  ["Month, Cups\n\nMay, 12\nJune, -4.5", null],
  ["Month\tCups\nMay\t.5", null],
])("reports errors of figures: %j", (figures, problem) => {
  expect(datasetProblem(figures, "bar")).toBe(problem);
});

it.each([
  ["Kind, Share\nA, 0\nB, -2", "Slices need at least one figure above zero"],
  ["Kind, Share, More\nA, 0, 3", "Slices need at least one figure above zero"],
  ["Kind, Share\nA, 0\nB, .5", null],
  ["Kind, Share\nA, many", "One or more rows was missing data"],
])("reports errors of slices: %j", (figures, problem) => {
  expect(datasetProblem(figures, "pie")).toBe(problem);
});
