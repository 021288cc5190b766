import { expect, test } from "vitest";
import { choicesOf, foundIn, treeOf } from "./category-tree";
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

test("builds a tree without the root", () => {
  expect(treeOf(shop).map((node) => [node.category.id, node.children.map((child) => child.category.id)])).toEqual([
    ["a", ["c"]],
    ["b", []],
  ]);
});

test("choices include the path", () => {
  expect(choicesOf(shop)).toEqual([
    { id: "a", name: "A" },
    { id: "c", name: "A › C" },
    { id: "b", name: "B" },
  ]);
});

test("searches categories by path, up to a limit", () => {
  expect(foundIn(shop, " c", 10)).toEqual({ found: [{ category: shop[3], name: "A › C" }], total: 1 });
  expect(foundIn(shop, "", 2)).toMatchObject({ found: [{ name: "A" }, { name: "A › C" }], total: 3 });
});

test("processes ten thousand siblings quickly", () => {
  const many = [category("all", null), ...Array.from({ length: 9_999 }, (_, at) => category(`c${at}`, "all"))];
  const started = performance.now();
  expect(choicesOf(many)).toHaveLength(9_999);
  expect(performance.now() - started).toBeLessThan(2_000);
});
