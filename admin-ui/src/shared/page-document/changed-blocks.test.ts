import { expect, it } from "vitest";
import { changedBlocks } from "./changed-blocks";
import type { PageDocument, SectionSettings } from "./document";

function sample(texts: string[], tone: SectionSettings["tone"] = "default"): PageDocument {
  const blocks = texts.map((html, index) => ({ id: `b${index}`, kind: "text", settings: { html } }));
  const settings: SectionSettings = { tone, width: "normal", padding: "medium" };
  return { version: 1, sections: [{ id: "s", settings, rows: [{ id: "r", columns: [{ span: 12, blocks }] }] }] };
}

it("finds the blocks whose settings differ", () => {
  expect(changedBlocks(sample(["a", "b"]), sample(["a", "c"]))?.map(({ id }) => id)).toEqual(["b1"]);
  expect(changedBlocks(sample(["a", "b"]), sample(["a", "b"]))).toEqual([]);
});

it("returns null if the structure differs", () => {
  expect(changedBlocks(sample(["a", "b"]), sample(["a"]))).toBeNull();
  expect(changedBlocks(sample(["a"]), sample(["a"], "dark"))).toBeNull();
});
