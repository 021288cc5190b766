import { expect, test } from "vitest";
import { choicesOf, treeOf } from "./category-tree";
import type { Category } from "./categories-api";

const category = (id: string, parentCategoryId: string | null): Category => ({
  id,
  collectionId: "col",
  displayName: id.toUpperCase(),
  urlId: id,
  parentCategoryId,
  type: parentCategoryId === null ? "ROOT" : "CATEGORY",
  pageRendering: "LIST_VIEW",
  displayIndex: 1,
  productCount: 0,
});

const shop = [category("all", null), category("a", "all"), category("b", "all"), category("c", "a")];

test("categories stand below one another without the root", () => {
  expect(treeOf(shop).map((node) => [node.category.id, node.children.map((child) => child.category.id)])).toEqual([
    ["a", ["c"]],
    ["b", []],
  ]);
});

test("a choice names the way down", () => {
  expect(choicesOf(shop)).toEqual([
    { id: "a", name: "A" },
    { id: "c", name: "A › C" },
    { id: "b", name: "B" },
  ]);
});
