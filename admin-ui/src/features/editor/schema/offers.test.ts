import { expect, it } from "vitest";
import { blockKinds } from "@/testing/block-kinds";
import { categoriesOf, offersOf, thumbnailAddress } from "./offers";

const keys = (search: string, category: string | null = null) => offersOf(blockKinds, search, category).map(({ key }) => key);

it("offers every kind once, without a search", () => {
  expect(keys("")).toEqual(blockKinds.map(({ kind }) => kind));
});

it("finds kinds by name, category and the other words people use", () => {
  expect(keys("faq")).toEqual(["accordion"]);
  expect(keys("TWEET")).toEqual(["twitter"]);
  expect(keys("outside services flickr")).toEqual(["flickr"]);
  expect(keys("no such thing")).toEqual([]);
});

it("keeps to a category", () => {
  expect(keys("", "Layout")).toEqual(["line", "spacer"]);
  expect(categoriesOf(blockKinds)).toContain("Outside services");
});

it("offers ready-made forms with their settings", () => {
  const [pie] = offersOf(blockKinds, "pie chart", null).filter(({ key }) => key === "chart-1010");
  expect(pie?.settings).toMatchObject({ design: "pie", title: "" });
});

it("has a drawing for every kind", () => {
  for (const { kind, thumbnail } of blockKinds) {
    expect(thumbnail, kind).not.toBeNull();
    expect(thumbnailAddress(thumbnail ?? "")).toMatch(/^data:image\/svg\+xml,%3Csvg/);
  }
});
