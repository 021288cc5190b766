import { expect, test } from "vitest";
import type { PageDocument } from "@/shared/page-document/document";
import { changeOnDevice } from "./devices";
import { addRow, changeBlockSettings, changeSectionSettings, insertBlock, moveBlock, removeBlock } from "./operations";
import { sameStructure } from "./structure";

const text = (id: string) => ({ id, kind: "text", settings: { html: id } });
const page: PageDocument = {
  version: 1,
  sections: [
    {
      id: "s",
      settings: { tone: "default", width: "normal", padding: "medium" },
      rows: [
        {
          id: "r",
          columns: [
            { span: 6, blocks: [text("a"), text("b")] },
            { span: 6, blocks: [] },
          ],
        },
      ],
    },
  ],
};

test("typing in a block does not change the structure", () => {
  expect(sameStructure(page, changeBlockSettings(page, "b", { html: "other words" }))).toBe(true);
  expect(sameStructure(page, structuredClone(page))).toBe(false);
});

test.each([
  ["a block goes elsewhere", moveBlock(page, "b", { rowId: "r", column: 0, index: 0 })],
  ["a block goes to another column", moveBlock(page, "b", { rowId: "r", column: 1, index: 0 })],
  ["a block comes", insertBlock(page, { rowId: "r", column: 1, index: 0 }, text("c"))],
  ["a block goes", removeBlock(page, "a")],
  ["a block is hidden somewhere", changeOnDevice(page, "a", "phone", { hidden: true })],
  ["a row comes", addRow(page, "s")],
  [
    "a section is named",
    changeSectionSettings(page, "s", { tone: "default", width: "normal", padding: "medium", name: "Hero" }),
  ],
])("the structure changes when %s", (_, changed) => {
  expect(sameStructure(page, changed)).toBe(false);
});
