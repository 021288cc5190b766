import { expect, it } from "vitest";
import { folderLines, placesFor, wayTo } from "./folder-tree";

const folder = (id: string, parentId: string | null) => ({ id, parentId, name: id, files: 0 });
const folders = [folder("kiln", null), folder("2025", "studio"), folder("spring", "2025"), folder("studio", null)];

it("lists folders below the one they lie in", () => {
  expect(folderLines(folders).map(({ folder: { id }, depth }) => `${depth} ${id}`)).toEqual(["0 kiln", "0 studio", "1 2025", "2 spring"]);
});

it("knows the way to a folder, and where it can go", () => {
  expect(wayTo(folders, "spring").map(({ id }) => id)).toEqual(["studio", "2025", "spring"]);
  expect(wayTo(folders, null)).toEqual([]);
  expect(placesFor(folders, "2025").map(({ folder: { id } }) => id)).toEqual(["kiln", "studio"]);
});
