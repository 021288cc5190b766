import { expect, it } from "vitest";
import { differencesOf, merged } from "./differences";
import { emptyForm, type ProductForm } from "./product-form-state";

const form = (more: Partial<ProductForm>): ProductForm => {
  const [only] = emptyForm(1).variants;
  const rows = only === undefined ? [] : [{ ...only, variantId: "v-1", price: "10.00", stock: "4", seen: 4 }];
  return { ...emptyForm(1), name: "Mug", variants: rows, ...more };
};
const nameOf = (id: string) => id;

it("lists differences, and takes over fields unchanged here", () => {
  const base = form({});
  const mine = form({ name: "Big mug" });
  const theirs = form({ tags: "clay", variants: base.variants.map((row) => ({ ...row, stock: "3", seen: 3 })) });
  const found = differencesOf(base, mine, theirs, nameOf);
  expect(found.map(({ label, usual }) => [label, usual])).toEqual([
    ["Name", "mine"],
    ["Tags", "theirs"],
    ["Stock", "theirs"],
  ]);
  const usual = new Set(found.filter((difference) => difference.usual === "mine").map(({ key }) => key));
  expect(merged(mine, theirs, usual)).toMatchObject({
    name: "Big mug",
    tags: "clay",
    variants: [{ stock: "3", seen: 3 }],
  });
});

it("keeps typed stock over the current stock", () => {
  const base = form({});
  const mine = form({ variants: base.variants.map((row) => ({ ...row, stock: "12" })) });
  const theirs = form({ variants: base.variants.map((row) => ({ ...row, stock: "3", seen: 3 })) });
  const [difference] = differencesOf(base, mine, theirs, nameOf);
  expect(difference).toMatchObject({ label: "Stock", mine: "12", theirs: "3", usual: "mine" });
  const kept = merged(mine, theirs, new Set([difference?.key ?? ""]));
  expect(kept.variants[0]).toMatchObject({ stock: "12", seen: 3 });
});

it("compares a table with other rows as a whole, and recreates rows removed remotely", () => {
  const base = form({});
  const mine = form({
    options: [{ name: "Size", values: ["S"] }],
    variants: base.variants.map((row) => ({ ...row, values: ["S"] })),
  });
  const theirs = form({ variants: base.variants.map((row) => ({ ...row, variantId: "v-2" })) });
  const [difference, ...others] = differencesOf(base, mine, theirs, nameOf);
  expect(difference).toMatchObject({ label: "Options and variants", usual: "mine" });
  expect(others).toEqual([]);
  expect(merged(mine, theirs, new Set([difference?.key ?? ""])).variants).toMatchObject([
    { variantId: "", values: ["S"], seen: null },
  ]);
  expect(merged(mine, theirs, new Set())).toEqual(theirs);
});

it("finds nothing if both made the same change", () => {
  expect(differencesOf(form({}), form({ name: "Cup" }), form({ name: "Cup" }), nameOf)).toEqual([]);
});
