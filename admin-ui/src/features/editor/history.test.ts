import { expect, it } from "vitest";
import { amend, redo, startHistory, undo } from "./history";

it("undoes and redoes steps", () => {
  const history = amend(amend(startHistory("a"), "b", null, 0), "c", null, 1);
  expect(undo(history).present).toBe("b");
  expect(undo(undo(history)).present).toBe("a");
  expect(undo(undo(undo(history))).present).toBe("a");
  expect(redo(undo(history)).present).toBe("c");
});

it("drops what was undone once something new happens", () => {
  const history = amend(undo(amend(startHistory("a"), "b", null, 0)), "c", null, 1);
  expect(redo(history).present).toBe("c");
  expect(undo(history).present).toBe("a");
});

it("takes quick edits of one setting as one step", () => {
  let history = startHistory("");
  for (const [index, text] of ["h", "he", "hel"].entries()) history = amend(history, text, "block:title", index * 300);
  expect(undo(history).present).toBe("");
  expect(undo(amend(history, "hell", "block:title", 5000)).present).toBe("hel");
  expect(undo(amend(history, "x", "block:other", 700)).present).toBe("hel");
});

it("keeps a bounded number of steps", () => {
  let history = startHistory(0);
  for (let step = 1; step <= 150; step += 1) history = amend(history, step, null, step);
  expect(history.past).toHaveLength(100);
});
