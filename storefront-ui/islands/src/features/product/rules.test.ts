import { expect, test } from "vitest";
import { cartOf } from "@/testing/shop";
import { readQuantity } from "@/shared/shop/quantity";
import { addressAfterAdd } from "./after-add";
import type { ProductData } from "@/shared/shop/product-data";
import { chooseVariant, isInStock, missingOptionsMessage } from "./variant-choice";

function variantOf(sku: string, attributes: Record<string, string>, qtyInStock = 5) {
  const money = { price: 2500, salePrice: null, onSale: false };
  return { id: sku, sku, attributes, ...money, qtyInStock, unlimited: false, mainImageId: null, subscriberPrice: null };
}

const mug: ProductData = {
  id: "i1",
  title: "Mug",
  excerpt: "",
  productType: 1,
  options: ["Size", "Colour"],
  variants: [variantOf("S-RED", { Size: "S", Colour: "Red" }), variantOf("M-BLUE", { Size: "M", Colour: "Blue" })],
  isSubscribable: false,
  rhythm: null,
  additionalFields: [],
  pictures: [],
};

// spec: add-to-cart.message.one-option
test("one missing option is named", () => {
  expect(missingOptionsMessage(["Size"])).toBe("Please select the Size option.");
});

// spec: add-to-cart.message.two-options
test("two missing options are joined by 'and'", () => {
  expect(missingOptionsMessage(["Size", "Colour"])).toBe("Please select the Size and Colour options.");
});

// spec: add-to-cart.message.many-options, add-to-cart.message.many-options.open
test("more missing options have commas, including one before 'and'", () => {
  expect(missingOptionsMessage(["A", "B", "C"])).toBe("Please select the A, B, and C options.");
  expect(missingOptionsMessage(["A", "B", "C", "D"])).toBe("Please select the A, B, C, and D options.");
});

// spec: add-to-cart.message.no-variant
test("a combination that does not exist is unavailable", () => {
  const choice = chooseVariant(mug, { Size: "S", Colour: "Blue" });
  const message = "Sorry, that item variant is unavailable. Please select another variant.";
  expect(choice).toEqual({ ok: false, message, missing: [] });
});

// spec: add-to-cart.message.gift-card-denomination
test("a gift card without a value asks for a denomination", () => {
  const card: ProductData = { ...mug, productType: 4, options: ["Size"] };
  const message = "Select a denomination for the Gift Card";
  expect(chooseVariant(card, {})).toEqual({ ok: false, message, missing: ["Size"] });
});

test("a product with one variant has no choices", () => {
  const [only] = mug.variants;
  const choice = chooseVariant({ ...mug, variants: only === undefined ? [] : [only] }, {});
  expect(choice).toMatchObject({ ok: true, variant: { sku: "S-RED" } });
});

test("stock includes what is in the cart", () => {
  const variant = variantOf("S-RED", {}, 3);
  expect(isInStock(variant, 2, 1)).toBe(true);
  expect(isInStock(variant, 2, 2)).toBe(false);
  expect(isInStock({ ...variant, unlimited: true, qtyInStock: 0 }, 99, 99)).toBe(true);
});

// spec: add-to-cart.message.quantity-nan
test("a quantity must be a number", () => {
  for (const typed of ["abc", "", "  "]) {
    expect(readQuantity(typed)).toEqual({ ok: false, message: "Quantity must be a number." });
  }
});

// spec: add-to-cart.message.quantity-fraction
test("a quantity must be whole", () => {
  expect(readQuantity("1.5")).toEqual({ ok: false, message: "Quantity must be a whole number" });
});

test("a quantity outside the range is clamped", () => {
  const read = (typed: string): unknown => readQuantity(typed);
  expect([read("0"), read("-3"), read("7"), read("10000")]).toEqual(
    [1, 1, 7, 9999].map((quantity) => ({ ok: true, quantity })),
  );
});

test("after adding, express sites and gift cards redirect", () => {
  const added = { itemId: "i 1", productType: 1, sku: "A&B", quantity: 2, cart: cartOf([]) };
  expect(addressAfterAdd(added, { expressCheckout: false })).toBeNull();
  expect(addressAfterAdd(added, { expressCheckout: true })).toBe("/checkout?cartToken=t1");
  expect(addressAfterAdd({ ...added, productType: 4 }, { expressCheckout: false })).toBe(
    "/checkout/gift-card/i%201?sku=A%26B&quantity=2",
  );
});
