import { expect, it } from "vitest";
import { blockKinds } from "@/testing/block-kinds";
import { categoriesOf, blockOptions, visibleGroups, thumbnailAddress } from "./block-options";

const keys = (search: string, category: string | null = null) =>
  blockOptions(blockKinds, search, category).map(({ key }) => key);
const shown = (search: string, category: string | null = null, recent: string[] = []) =>
  visibleGroups(blockKinds, search, category, recent).map(({ name, offers }) => [
    name,
    ...offers.map((offer) => offer.name),
  ]);

it("lists every kind once without a search", () => {
  expect(keys("")).toEqual(blockKinds.map(({ kind }) => kind));
});

it("finds kinds by name, category and synonyms", () => {
  expect(keys("faq")).toEqual(["accordion"]);
  expect(keys("TWEET")).toEqual(["twitter"]);
  expect(keys("social flickr")).toEqual(["flickr"]);
  expect(keys("no such thing")).toEqual([]);
});

it("filters by category", () => {
  expect(keys("", "Layout")).toEqual(["spacer", "line", "shape"]);
  expect(categoriesOf(blockKinds)).toContain("Other services");
});

it("shows groups and kinds in the server's order", () => {
  const groups = shown("");
  expect(groups[0]?.slice(0, 3)).toEqual(["Basic", "Text", "Image"]);
  expect(groups.map(([name]) => name)).toEqual(categoriesOf(blockKinds));
});

it("shows recently used kinds first, without unknown ones", () => {
  expect(shown("", null, ["quote", "gone", "text"])[0]).toEqual(["Recently used", "Quote", "Text"]);
  const all = visibleGroups(blockKinds, "", null, ["quote"]).flatMap(({ offers }) => offers.map(({ key }) => key));
  expect(new Set(all).size).toBe(all.length);
});

it("searches all groups, best match first", () => {
  const [first, ...others] = shown("map", "Layout", ["quote"]);
  expect(first?.slice(0, 2)).toEqual(["Basic", "Map"]);
  expect(others.map(([name]) => name)).toContain("Other services");
});

it("lists presets with their settings", () => {
  const [pie] = blockOptions(blockKinds, "pie chart", null).filter(({ key }) => key === "chart-1010");
  expect(pie?.settings).toMatchObject({ design: "pie", title: "" });
});

it("has a thumbnail for every kind", () => {
  for (const { kind, thumbnail } of blockKinds) {
    expect(thumbnail, kind).not.toBeNull();
    expect(thumbnailAddress(thumbnail ?? "")).toMatch(/^data:image\/svg\+xml,%3Csvg/);
  }
});
