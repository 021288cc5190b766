import { expect, test } from "vitest";
import { fittingCommands } from "./command-palette";

const commands = [
  { title: "Add Accordion", group: "Blocks" },
  { title: "Add a block…", group: "Page" },
  { title: "Move the block up", group: "Selection" },
];

test("the command that is typed word by word comes first, also where a group has the same words", () => {
  expect(fittingCommands(commands, "add a block").map(({ title }) => title)).toEqual(["Add a block…", "Add Accordion"]);
  expect(fittingCommands(commands, "block up").map(({ title }) => title)).toEqual(["Move the block up"]);
});
