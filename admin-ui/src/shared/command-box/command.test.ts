import { expect, it } from "vitest";
import { matchingGroups, type Command } from "./command";

const command = (group: string, title: string, more: Partial<Command> = {}): Command => ({
  id: title,
  group,
  title,
  run: () => undefined,
  ...more,
});

const commands = [
  command("Blocks", "Add Accordion", { keywords: "faq questions" }),
  command("Page", "Add a block…"),
  command("Page", "Move the block up"),
  command("Pages", "Block party", { onSearchOnly: true }),
];

const found = (search: string) =>
  matchingGroups(commands, search).map(({ name, commands }) => [name, ...commands.map(({ title }) => title)]);

it("ranks exact matches first, also if a group has the same words", () => {
  expect(found("add a block")).toEqual([
    ["Page", "Add a block…"],
    ["Blocks", "Add Accordion"],
  ]);
  expect(found("block up")).toEqual([["Page", "Move the block up"]]);
});

it("matches synonyms, and all words in any order", () => {
  expect(found("FAQ add")).toEqual([["Blocks", "Add Accordion"]]);
  expect(found("faq up")).toEqual([]);
});

it("shows search-only commands only during a search", () => {
  expect(found(" ").flat()).not.toContain("Block party");
  expect(found("party")).toEqual([["Pages", "Block party"]]);
});

it("limits the entries of a group", () => {
  const many = Array.from({ length: 50 }, (_, turn) => command("Pages", `Page ${turn}`, { onSearchOnly: true }));
  expect(matchingGroups(many, "page")[0]?.commands).toHaveLength(20);
});
