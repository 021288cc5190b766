import { expect, it } from "vitest";
import type { PageDocument } from "@/shared/page-document/document";
import { placedBlocks } from "../document/find";
import { parseClipping, clippingOf, serializeClipping, pasteClipping } from "./clipping";

const settings = { tone: "dark", width: "normal", padding: "medium" } as const;

function page(prefix: string, count = 2): PageDocument {
  const blocks = Array.from({ length: count }, (_, index) => ({
    id: `${prefix}${index}`,
    kind: "text",
    settings: { html: `${prefix}${index}` },
  }));
  return {
    version: 1,
    sections: [{ id: `${prefix}s`, settings, rows: [{ id: `${prefix}r`, columns: [{ span: 12, blocks }] }] }],
  };
}

function texts(document: PageDocument): unknown[] {
  return placedBlocks(document).map(({ block }) => block.settings["html"]);
}

it("pastes a block on another page after the selection", () => {
  const text = serializeClipping(clippingOf(page("a"), { type: "block", id: "a1" })!);
  const [document, selection] = pasteClipping(page("b"), { type: "block", id: "b0" }, parseClipping(text)!)!;
  expect(texts(document)).toEqual(["b0", "a1", "b1"]);
  expect(selection).toMatchObject({ type: "block" });
  expect(new Set(placedBlocks(document).map(({ block }) => block.id)).size).toBe(3);
});

it("pastes a section with its settings under new ids", () => {
  const text = serializeClipping(clippingOf(page("a"), { type: "section", id: "as" })!);
  const [document] = pasteClipping(page("b"), { type: "page" }, parseClipping(text)!)!;
  expect(texts(document)).toEqual(["b0", "b1", "a0", "a1"]);
  expect(document.sections[1]).toMatchObject({ settings });
  expect(document.sections[1]?.id).not.toBe("as");
});

it("creates a section for a block on an empty page", () => {
  const [document] = pasteClipping(
    { version: 1, sections: [] },
    { type: "page" },
    clippingOf(page("a"), { type: "block", id: "a0" })!,
  )!;
  expect(texts(document)).toEqual(["a0"]);
});

it("respects the block limit", () => {
  expect(
    pasteClipping(page("b", 60), { type: "page" }, clippingOf(page("a"), { type: "section", id: "as" })!),
  ).toBeNull();
});

it.each(["", "hello", '{"stoa-page-part":1}', '{"stoa-page-part":1,"type":"block","block":4}', "stoa-page-part {"])(
  "rejects %s",
  (text) => expect(parseClipping(text)).toBeNull(),
);
