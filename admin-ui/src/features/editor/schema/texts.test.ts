import { expect, it } from "vitest";
import { blockKinds } from "@/testing/block-kinds";
import { fieldsOf } from "./field";
import { longestText, textsIn } from "./texts";

const textsOf = (kind: string, settings: Record<string, unknown>) =>
  textsIn(fieldsOf(blockKinds.find((one) => one.kind === kind)?.settingsSchema), settings);
const pathsOf = (kind: string, settings: Record<string, unknown>) => textsOf(kind, settings).map(({ path }) => path);

it("labels texts in lists by their index, and changes them individually", () => {
  const settings = {
    title: "Questions",
    single: true,
    items: [
      { title: "One", html: "<p>1</p>" },
      { title: "Two", html: "<p>2</p>" },
    ],
  };
  const texts = textsOf("accordion", settings);
  expect(texts.map(({ path }) => path)).toEqual([
    "title",
    "items.0.title",
    "items.0.html",
    "items.1.title",
    "items.1.html",
  ]);
  const second = texts[3]!;
  expect([...second.within, second.field.title]).toEqual(["Entry 2", "Title"]);
  expect(second.changed("Three")).toEqual({
    ...settings,
    items: [settings.items[0], { title: "Three", html: "<p>2</p>" }],
  });
});

it("changes a list entry with default settings", () => {
  expect(textsOf("accordion", {})[1]?.changed("New")).toEqual({
    items: [{ title: "New", html: "<p>And its answer.</p>" }, expect.objectContaining({ title: "Second question" })],
  });
});

it("labels entries that are texts by their list", () => {
  const texts = textsOf("form", { fields: [{ type: "radio", title: "Size", options: ["Small", "Large"] }] });
  const option = texts.find(({ path }) => path === "fields.0.options.1");
  expect([option?.within.length, option?.field.title]).toEqual([1, "Choices 2"]);
});

it("skips hidden texts, texts not shown in place, and references", () => {
  const form = pathsOf("form", { fields: [{ type: "text", title: "Name", id: "f1" }], recipients: ["a@stoa.example"] });
  expect(form.filter((path) => /id$|recipients|successMessage/.test(path))).toEqual([]);
  expect(pathsOf("products", {})).toEqual(["title", "linkLabel"]);
  expect(pathsOf("donation", {})).toEqual(["title", "text"]);
});

it.each([
  ["accordion", "title"],
  ["hero", "html"],
  ["chart", "data"],
  ["button", "label"],
  ["line", undefined],
])("selects for a block of kind %s the text %s", (kind, path) =>
  expect(longestText(textsOf(kind, {}))?.path).toBe(path),
);

it("selects an entry if there is no text outside lists", () => {
  const list = { type: "array", items: { type: "string", title: "Line" } };
  expect(longestText(textsIn(fieldsOf({ properties: { lines: list } }), { lines: ["One"] }))).toMatchObject({
    path: "lines.0",
    field: { title: "Line 1" },
  });
});
