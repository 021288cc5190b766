import { expect, it } from "vitest";
import { folderLines, targetFolders, folderPath } from "./folder-tree";

const folder = (id: string, parentId: string | null) => ({ id, parentId, name: id, files: 0 });
const folders = [folder("kiln", null), folder("2025", "studio"), folder("spring", "2025"), folder("studio", null)];

it("lists folders below their parent", () => {
  expect(folderLines(folders).map(({ folder: { id }, depth }) => `${depth} ${id}`)).toEqual([
    "0 kiln",
    "0 studio",
    "1 2025",
    "2 spring",
  ]);
});

it("gives the path of a folder, and its possible parents", () => {
  expect(folderPath(folders, "spring").map(({ id }) => id)).toEqual(["studio", "2025", "spring"]);
  expect(folderPath(folders, null)).toEqual([]);
  expect(targetFolders(folders, "2025").map(({ folder: { id } }) => id)).toEqual(["kiln", "studio"]);
});
