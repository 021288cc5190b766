import { expect, it } from "vitest";
import type { PageDocument } from "@/shared/page-document/document";
import { placedBlocks } from "../document/find";
import { clippingIn, clippingOf, clippingText, pasted } from "./clipping";

const settings = { tone: "dark", width: "normal", padding: "medium" } as const;

function page(prefix: string, count = 2): PageDocument {
  const blocks = Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, kind: "text", settings: { html: `${prefix}${index}` } }));
  return { version: 1, sections: [{ id: `${prefix}s`, settings, rows: [{ id: `${prefix}r`, columns: [{ span: 12, blocks }] }] }] };
}

function texts(document: PageDocument): unknown[] {
  return placedBlocks(document).map(({ block }) => block.settings["html"]);
}

it("carries a block to another page, after what is selected there", () => {
  const text = clippingText(clippingOf(page("a"), { type: "block", id: "a1" })!);
  const [document, selection] = pasted(page("b"), { type: "block", id: "b0" }, clippingIn(text)!)!;
  expect(texts(document)).toEqual(["b0", "a1", "b1"]);
  expect(selection).toMatchObject({ type: "block" });
  expect(new Set(placedBlocks(document).map(({ block }) => block.id)).size).toBe(3);
});

it("carries a section with its look under new ids", () => {
  const text = clippingText(clippingOf(page("a"), { type: "section", id: "as" })!);
  const [document] = pasted(page("b"), { type: "page" }, clippingIn(text)!)!;
  expect(texts(document)).toEqual(["b0", "b1", "a0", "a1"]);
  expect(document.sections[1]).toMatchObject({ settings });
  expect(document.sections[1]?.id).not.toBe("as");
});

it("gives a block a section on an empty page", () => {
  const [document] = pasted({ version: 1, sections: [] }, { type: "page" }, clippingOf(page("a"), { type: "block", id: "a0" })!)!;
  expect(texts(document)).toEqual(["a0"]);
});

it("keeps within the limit of blocks", () => {
  expect(pasted(page("b", 60), { type: "page" }, clippingOf(page("a"), { type: "section", id: "as" })!)).toBeNull();
});

it.each(["", "hello", "{\"stoa-page-part\":1}", "{\"stoa-page-part\":1,\"type\":\"block\",\"block\":4}", "stoa-page-part {"])(
  "takes nothing from %s",
  (text) => expect(clippingIn(text)).toBeNull(),
);
