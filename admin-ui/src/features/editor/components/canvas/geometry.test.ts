import { describe, expect, it } from "vitest";
import type { PageDocument } from "@/shared/page-document/document";
import { dropSpots, nearestSpot, emptyLayout, visibleSpots, popoverTop, indexOfSpot, type Dragged } from "./geometry";
import type { PageLayout } from "./frame/messages";

const settings = { tone: "default", width: "normal", padding: "medium" } as const;
const block = (id: string) => ({ id, kind: "text", settings: {} });

/** A section with the columns a b | (empty), and one with c. */
const document: PageDocument = {
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
            { span: 6, blocks: [] },
          ],
        },
      ],
    },
    { id: "s2", settings, rows: [{ id: "r2", columns: [{ span: 12, blocks: [block("c")] }] }] },
  ],
};

const layout: PageLayout = {
  rightToLeft: false,
  sections: [
    { id: "s1", x: 0, y: 0, width: 400, height: 300 },
    { id: "s2", x: 0, y: 300, width: 400, height: 200 },
  ],
  columns: [
    { sectionId: "s1", row: 0, column: 0, x: 0, y: 50, width: 200, height: 200 },
    { sectionId: "s1", row: 0, column: 1, x: 200, y: 50, width: 200, height: 200 },
    { sectionId: "s2", row: 0, column: 0, x: 0, y: 350, width: 400, height: 100 },
  ],
  blocks: [
    { id: "a", x: 0, y: 50, width: 200, height: 90 },
    { id: "b", x: 0, y: 160, width: 200, height: 90 },
    { id: "c", x: 0, y: 350, width: 400, height: 100 },
  ],
  areas: [],
};

function seen(dragged: Dragged, shown: PageLayout = layout): string[] {
  return visibleSpots(dropSpots(document, shown, dragged), shown).map(({ label }) => label);
}

function labelAt(dragged: Dragged, x: number, y: number): string | undefined {
  return nearestSpot(visibleSpots(dropSpots(document, layout, dragged), layout), { x, y })?.label;
}

describe("drop targets", () => {
  const kind: Dragged = { type: "kind", kind: "image" };
  it("are between blocks", () => expect(labelAt(kind, 50, 150)).toBe("position 2 of section 1, column 1"));
  it("are below the last block", () => expect(labelAt(kind, 50, 245)).toBe("position 3 of section 1, column 1"));
  it("are in empty columns", () => expect(labelAt(kind, 300, 150)).toBe("position 1 of section 1, column 2"));
  it("include the name of a section", () => {
    const [first, second] = document.sections;
    const named: PageDocument = {
      ...document,
      sections: [{ ...first!, settings: { ...settings, name: "Opening hours" } }, second!],
    };
    const labels = dropSpots(named, layout, kind).map(({ label }) => label);
    expect(labels).toEqual(
      expect.arrayContaining([
        "before section “Opening hours”",
        "position 1 of section “Opening hours”, column 2",
        "before section 2",
      ]),
    );
  });
  it("are between sections", () => expect(labelAt(kind, 50, 301)).toBe("before section 2"));
  it("are after the last section", () => expect(labelAt(kind, 50, 499)).toBe("after the last section"));
  it("exclude the current position", () => {
    const places = seen({ type: "block", id: "c" });
    expect(places.filter((label) => label.endsWith("section 2"))).toEqual(["before section 2"]);
  });
  it("are only between sections for a section", () => {
    expect(labelAt({ type: "section", id: "s2" }, 50, 150)).toBe("before section 1");
  });
});

it("are absent if the page shows another document", () => {
  expect(seen({ type: "block", id: "a" }, { ...layout, blocks: [], sections: [] })).toEqual([
    "position 1 of section 1, column 2",
  ]);
});

it("exist in document order while the page is not visible", () => {
  const spots = dropSpots(document, emptyLayout, { type: "block", id: "c" });
  expect(spots.map(({ label }) => label)).toEqual([
    "before section 1",
    "before section 2",
    "after the last section",
    "position 1 of section 1, column 1",
    "position 2 of section 1, column 1",
    "position 3 of section 1, column 1",
    "position 1 of section 1, column 2",
  ]);
});

it("are found again in the next layout", () => {
  const kind: Dragged = { type: "kind", kind: "image" };
  const before = visibleSpots(dropSpots(document, layout, kind), layout);
  const moved = { ...layout, blocks: layout.blocks.map((block) => ({ ...block, y: block.y + 7 })) };
  const after = visibleSpots(dropSpots(document, moved, kind), moved);
  expect(before.map((spot) => after[indexOfSpot(spot, after)]?.label)).toEqual(before.map(({ label }) => label));
  expect(indexOfSpot(null, after)).toBe(-1);
});

it("are mirrored on right-to-left pages", () => {
  const [left, right] = [layout.columns[0]!, layout.columns[1]!];
  const empty = {
    ...document,
    sections: document.sections.slice(0, 1).map((section) => ({
      ...section,
      rows: [
        {
          id: "r1",
          columns: [
            { span: 6, blocks: [] },
            { span: 6, blocks: [] },
          ],
        },
      ],
    })),
  };
  const mirrored = {
    ...layout,
    rightToLeft: true,
    columns: [
      { ...left, x: 200 },
      { ...right, x: 0 },
    ],
    blocks: [],
  };
  const labels = visibleSpots(dropSpots(empty, mirrored, { type: "kind", kind: "image" }), mirrored).map(
    ({ label }) => label,
  );
  expect(labels.filter((label) => label.startsWith("position"))).toEqual([
    "position 1 of section 1, column 1",
    "position 1 of section 1, column 2",
  ]);
});

describe("popover position", () => {
  const box = (y: number, height: number) => ({ x: 0, y, width: 300, height });

  it.each([
    { name: "is below it", box: box(100, 20), top: 124 },
    { name: "is above it where there is no room below", box: box(700, 20), top: 496 },
    { name: "is at the lower edge where there is none above either", box: box(50, 700), top: 592 },
    { name: "stays in sight when the text is scrolled out above", box: box(-300, 20), top: 8 },
    { name: "stays in sight when the text is scrolled out below", box: box(2000, 20), top: 592 },
  ])("$name", ({ box, top }) => {
    expect(popoverTop(box, 200, 800)).toBe(top);
  });
});
