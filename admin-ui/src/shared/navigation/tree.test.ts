import { expect, test } from "vitest";
import { mainNavigation } from "./api";
import {
  canMove,
  dropEntry,
  moveEntry,
  newFolder,
  newLink,
  newPage,
  removeEntry,
  replaceEntry,
  type Entry,
} from "./tree";

const shop = newPage("shop");
const about = newPage("about");
const maps = newLink({ title: "Maps", url: "https://domain.com", newWindow: true });
const more: Entry = { ...newFolder("More"), children: [maps] };
const all = [shop, more, about];

function shape(entries: Entry[]): unknown[] {
  return entries.map(({ key, children }) => (children.length === 0 ? nameOf(key) : [nameOf(key), ...shape(children)]));
}

function nameOf(key: string): string {
  return { [shop.key]: "shop", [about.key]: "about", [maps.key]: "maps", [more.key]: "more" }[key] ?? key;
}

test("moves entries among their siblings", () => {
  expect(shape(moveEntry(all, about.key, "up"))).toEqual(["shop", "about", ["more", "maps"]]);
  expect(shape(moveEntry(all, shop.key, "down"))).toEqual([["more", "maps"], "shop", "about"]);
  expect(canMove(all, shop.key, "up")).toBe(false);
  expect(canMove(all, maps.key, "down")).toBe(false);
});

test("moves entries into and out of a folder", () => {
  const within = moveEntry(all, about.key, "in");
  expect(shape(within)).toEqual(["shop", ["more", "maps", "about"]]);
  expect(shape(moveEntry(within, maps.key, "out"))).toEqual(["shop", ["more", "about"], "maps"]);
  expect(canMove(all, shop.key, "in")).toBe(false);
  expect(canMove(all, shop.key, "out")).toBe(false);
});

test("rejects folders in folders, and entries in pages", () => {
  const other = newFolder("Other");
  const folders = [more, other];
  expect(canMove(folders, other.key, "in")).toBe(false);
  expect(dropEntry(folders, other.key, maps.key, "before")).toBe(folders);
  expect(dropEntry(all, about.key, shop.key, "inside")).toBe(all);
  expect(dropEntry(all, about.key, about.key, "before")).toBe(all);
});

test("drops, changes and removes entries at any depth", () => {
  expect(shape(dropEntry(all, shop.key, maps.key, "after"))).toEqual([["more", "maps", "shop"], "about"]);
  const renamed = replaceEntry(all, { ...maps, title: "Way" });
  expect(renamed[1]?.children[0]?.title).toBe("Way");
  expect(shape(removeEntry(all, maps.key))).toEqual(["shop", "more", "about"]);
});

// spec: navigation.layout.missing
test("a layout without a main navigation is an error", () => {
  expect(() => mainNavigation({ layout: [], templateId: "linen", revision: 1 })).toThrow(
    "Unable to find site main navigation",
  );
});
