import { expect, test } from "vitest";
import type { PageDocument } from "@/shared/page-document/document";
import { changeOnDevice, hiddenOn } from "./devices";

const document: PageDocument = {
  version: 1,
  sections: [
    {
      id: "s",
      settings: { tone: "default", width: "normal", padding: "medium" },
      rows: [{ id: "r", columns: [{ span: 12, blocks: [{ id: "b", kind: "text", settings: {} }] }] }],
    },
  ],
};

const blockOf = (changed: PageDocument) => changed.sections[0]?.rows[0]?.columns[0]?.blocks[0];

test("stores overrides by device, and removes empty ones", () => {
  const hidden = changeOnDevice(document, "b", "phone", { hidden: true });
  expect(blockOf(hidden)?.devices).toEqual({ phone: { hidden: true } });
  expect(hiddenOn(blockOf(hidden) ?? {})).toEqual(["phone"]);
  const both = changeOnDevice(hidden, "b", "tablet", { settings: { columns: 2 } });
  expect(blockOf(both)?.devices).toEqual({ phone: { hidden: true }, tablet: { settings: { columns: 2 } } });
  const one = changeOnDevice(both, "b", "tablet", { settings: {} });
  expect(changeOnDevice(one, "b", "phone", { hidden: false })).toEqual(document);
});

test("supports overrides of sections and rows", () => {
  const section = changeOnDevice(document, "s", "phone", { padding: "none" });
  expect(section.sections[0]?.devices).toEqual({ phone: { padding: "none" } });
  const row = changeOnDevice(document, "r", "tablet", { spans: [6], reversed: true });
  expect(row.sections[0]?.rows[0]?.devices).toEqual({ tablet: { spans: [6], reversed: true } });
  expect(changeOnDevice(document, "nothing", "phone", { hidden: true })).toBe(document);
});
