import { describe, expect, it } from "vitest";
import { placedBlocks } from "./find";
import {
  changeBlockSettings,
  duplicateBlock,
  duplicateSection,
  insertBlock,
  layOutRow,
  moveBlock,
  moveRow,
  moveSection,
  removeBlock,
  removeRow,
  stepBlock,
  stepPlace,
} from "./operations";
import type { Block, PageDocument } from "@/shared/page-document/document";

const block = (id: string): Block => ({ id, kind: "text", settings: { html: id } });
const settings = { tone: "default", width: "normal", padding: "medium" } as const;

/** Two sections: the first with columns a b | c, the second with d. */
function sample(): PageDocument {
  return {
    version: 1,
    sections: [
      {
        id: "s1",
        settings,
        rows: [
          {
            id: "r1",
            columns: [
              { span: 6, blocks: [block("a"), block("b")] },
              { span: 6, blocks: [block("c")] },
            ],
          },
        ],
      },
      { id: "s2", settings, rows: [{ id: "r2", columns: [{ span: 12, blocks: [block("d")] }] }] },
    ],
  };
}

/** The document in one line: columns by "|", rows by "/". */
function lineOf(document: PageDocument): string {
  return document.sections
    .flatMap((section) => section.rows)
    .map((row) => row.columns.map((column) => column.blocks.map(({ id }) => id).join(" ")).join("|"))
    .join("/");
}

function check(document: PageDocument, expected: string) {
  expect(lineOf(document)).toBe(expected);
}

describe("moving a block", () => {
  it("works within its column", () => check(moveBlock(sample(), "a", { rowId: "r1", column: 0, index: 2 }), "b a|c/d"));
  it("works between columns", () => check(moveBlock(sample(), "a", { rowId: "r2", column: 0, index: 0 }), "b|c/a d"));
  it("does nothing for an unknown place", () => {
    const document = sample();
    expect(moveBlock(document, "a", { rowId: "nowhere", column: 0, index: 0 })).toBe(document);
  });
  it("steps down through columns and sections to the end", () => {
    let document = sample();
    const lines: string[] = [];
    while (stepPlace(document, "a", 1) !== null) {
      document = stepBlock(document, "a", 1);
      lines.push(lineOf(document));
    }
    expect(lines).toEqual(["b a|c/d", "b|a c/d", "b|c a/d", "b|c/a d", "b|c/d a"]);
  });
  it("steps up to the start", () => {
    check(stepBlock(sample(), "d", -1), "a b|c d/");
    expect(stepPlace(sample(), "a", -1)).toBeNull();
  });
});

it("inserts, removes and changes without modifying the original", () => {
  const document = sample();
  check(insertBlock(document, { rowId: "r1", column: 1, index: 0 }, block("n")), "a b|n c/d");
  check(removeBlock(document, "b"), "a|c/d");
  const changed = changeBlockSettings(document, "c", { html: "new" });
  expect(placedBlocks(changed).find(({ block: { id } }) => id === "c")?.block.settings).toEqual({ html: "new" });
  check(document, "a b|c/d");
  expect(changed.sections[1]).toBe(document.sections[1]);
});

it("duplicates a block after the original under a new id", () => {
  const [document, copyId] = duplicateBlock(sample(), "a");
  expect(lineOf(document)).toBe(`a ${copyId} b|c/d`);
  expect(copyId).not.toBe("a");
});

it("duplicates a section with new ids throughout", () => {
  const [document] = duplicateSection(sample(), "s1");
  const ids = placedBlocks(document).map(({ block: { id } }) => id);
  expect(ids).toHaveLength(7);
  expect(new Set(ids).size).toBe(7);
});

it("moves sections", () => {
  check(moveSection(sample(), "s2", -1), "d/a b|c");
  check(moveSection(sample(), "s2", 1), "a b|c/d");
});

it("keeps the blocks of removed columns", () => {
  check(layOutRow(sample(), "r1", [12]), "a b c/d");
  check(layOutRow(sample(), "r1", [4, 4, 4]), "a b|c|/d");
});

it("moves rows within their section and to the next one, but not the last row", () => {
  const shape = (document: PageDocument) => document.sections.map(({ rows }) => rows.map(({ id }) => id).join(" "));
  const [first, second] = sample().sections;
  const row = (id: string) => ({ id, columns: [{ span: 12, blocks: [] }] });
  const document = { ...sample(), sections: [{ ...first!, rows: [...first!.rows, row("r3")] }, second!] };
  expect(shape(moveRow(document, "r1", 1))).toEqual(["r3 r1", "r2"]);
  expect(shape(moveRow(document, "r3", 1))).toEqual(["r1", "r3 r2"]);
  expect(shape(moveRow(moveRow(document, "r3", 1), "r3", -1))).toEqual(["r1 r3", "r2"]);
  for (const [id, step] of [
    ["r1", -1],
    ["r2", -1],
    ["r2", 1],
    ["gone", 1],
  ] as const) {
    expect(moveRow(document, id, step), `${id} ${step}`).toBe(document);
  }
});

it("keeps the last row of a section", () => check(removeRow(sample(), "r2"), "a b|c/d"));

it("enforces the limit of 60 blocks", () => {
  let document = sample();
  for (let count = 0; count < 70; count += 1) {
    document = insertBlock(document, { rowId: "r2", column: 0, index: 0 }, block(`n${count}`));
  }
  expect(placedBlocks(document)).toHaveLength(60);
  expect(duplicateBlock(document, "a")[0]).toBe(document);
  expect(duplicateSection(document, "s1")[0]).toBe(document);
});
