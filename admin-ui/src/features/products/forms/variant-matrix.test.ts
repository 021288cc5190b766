import { expect, test } from "vitest";
import {
  labelOf,
  withOption,
  withoutOption,
  withRenamed,
  withSwapped,
  withValues,
  type OptionForm,
  type VariantForm,
} from "./variant-matrix";

const row = (...values: string[]): VariantForm => ({
  variantId: values.join("-") || "only",
  values,
  sku: "SKU",
  price: "10",
  onSale: false,
  salePrice: "",
  unlimited: false,
  stock: "5",
  seen: 5,
  weight: "",
  mainImageId: "",
});

const labels = (rows: readonly VariantForm[]) => rows.map(labelOf);

function grown(): { options: OptionForm[]; rows: VariantForm[] } {
  let options: OptionForm[] = [{ name: "Size", values: [] }];
  let rows = withOption([row()]);
  rows = withValues(options, rows, 0, ["S"]);
  options = [{ name: "Size", values: ["S"] }];
  rows = withValues(options, rows, 0, ["S", "M"]);
  options = [
    { name: "Size", values: ["S", "M"] },
    { name: "Colour", values: [] },
  ];
  rows = withOption(rows);
  rows = withValues(options, rows, 1, ["Red", "Blue"]);
  return {
    options: [
      { name: "Size", values: ["S", "M"] },
      { name: "Colour", values: ["Red", "Blue"] },
    ],
    rows,
  };
}

test("option values create a row per combination", () => {
  const { rows } = grown();
  expect(labels(rows)).toEqual(["S / Red", "S / Blue", "M / Red", "M / Blue"]);
  expect(rows[0]).toMatchObject({ variantId: "only", sku: "SKU", stock: "5", price: "10" });
  expect(rows[3]).toMatchObject({ variantId: "", sku: "", stock: "0", price: "10" });
});

test("removing a value removes its rows, and removed rows stay removed", () => {
  const { options, rows } = grown();
  const fewer = rows.filter((candidate) => labelOf(candidate) !== "M / Blue");
  const without = withValues(options, fewer, 0, ["M"]);
  expect(labels(without)).toEqual(["M / Red"]);
  const more = withValues(options, fewer, 0, ["S", "M", "L"]);
  expect(labels(more)).toEqual(["S / Red", "S / Blue", "M / Red", "L / Red", "L / Blue"]);
});

test("renaming a value keeps its position and rows", () => {
  const { options, rows } = grown();
  const next = withRenamed(options, rows, 0, { from: "S", to: "Small" });
  expect(next.options).toEqual([
    { name: "Size", values: ["Small", "M"] },
    { name: "Colour", values: ["Red", "Blue"] },
  ]);
  expect(labels(next.rows)).toEqual(["Small / Red", "Small / Blue", "M / Red", "M / Blue"]);
  expect(next.rows[0]).toMatchObject({ variantId: "only", sku: "SKU", stock: "5" });
});

test("moving a value moves its rows", () => {
  const { options, rows } = grown();
  const next = withValues(options, rows, 0, ["M", "S"]);
  expect(labels(next)).toEqual(["M / Red", "M / Blue", "S / Red", "S / Blue"]);
  expect(next[2]).toMatchObject({ variantId: "only", sku: "SKU", stock: "5" });
});

test("removing an option keeps the first of equal rows", () => {
  const { rows } = grown();
  expect(labels(withoutOption(rows, 1))).toEqual(["S", "M"]);
  expect(withoutOption(rows, 1)[0]?.variantId).toBe("only");
});

test("swapping options swaps their values", () => {
  const { options, rows } = grown();
  const next = withSwapped(options, rows, 0);
  expect(next.options.map(({ name }) => name)).toEqual(["Colour", "Size"]);
  expect(labels(next.rows)).toEqual(["Red / S", "Red / M", "Blue / S", "Blue / M"]);
});
