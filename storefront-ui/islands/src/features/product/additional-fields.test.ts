import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createPageStore } from "@/shared/store/page-store";
import { change, press } from "@/testing/act";
import { stubServer } from "@/testing/server";
import { cartOf, context, entryOf } from "@/testing/shop";
import { mountProductForm } from "./product-form";
import { isMoreThan } from "./stock";

const product = {
  id: "i1",
  title: "Mug",
  items: [],
  structuredContent: {
    productType: 1,
    options: [],
    variants: [{ id: "v1", sku: "MUG", attributes: {}, price: 100, qtyInStock: 3, onSale: false }],
    additionalFieldsForm: {
      id: "i1",
      fields: [
        { id: "name", type: "text", title: "Name", required: true, options: [] },
        { id: "wrap", type: "checkbox", title: "Wrapping", required: false, options: ["Paper", "Ribbon"] },
      ],
    },
  },
};

function openPage(): HTMLButtonElement {
  document.body.innerHTML = `<form data-stoa-island="product-form">
    <script type="application/json" data-stoa-product>${JSON.stringify(product)}</script>
    <button type="submit" data-add-to-cart>Add</button><div data-product-message></div></form>`;
  const form = document.querySelector("form")!;
  change(() => mountProductForm(form, createPageStore(), context));
  return form.querySelector("button")!;
}

const stockPath = "/api/1/commerce/inventory/stock/";
const dialog = () => screen.queryByRole("dialog", { name: "Mug" });
const control = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const pressIn = (name: string): void => press(screen.getByRole("button", { name }));

beforeAll(async () => {
  // Loading takes real time, which fake timers do not wait for.
  await Promise.all([import("./buying"), import("@stoa/api/client")]);
});

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

// spec: add-to-cart.additional-fields-flow
test("opens before adding and sends the answers; cancelling sends nothing", async () => {
  const newlyAdded = entryOf({ quantity: 1 });
  const calls = stubServer(() => ({ body: { shoppingCart: cartOf([newlyAdded]), newlyAdded } }), {
    [stockPath]: { results: [{ variantId: "v1", sku: "MUG", attributes: {}, unlimited: false, qtyInStock: 3 }] },
  });
  const button = openPage();
  button.focus();
  press(button);
  press(button);
  await vi.advanceTimersByTimeAsync(10);
  expect(document.activeElement).toBe(control("Name (required)"));
  pressIn("Cancel");
  await vi.advanceTimersByTimeAsync(10);
  expect([dialog(), calls.length, document.activeElement]).toEqual([null, 0, button]);

  press(button);
  await vi.advanceTimersByTimeAsync(10);
  control("Paper").focus();
  pressIn("Continue");
  const name = screen.getByRole("textbox", { description: "Name is required." });
  expect([document.activeElement, name.getAttribute("aria-invalid")]).toEqual([name, "true"]);
  expect(calls).toHaveLength(0);
  fireEvent.change(name, { target: { value: " Ada " } });
  press(control("Ribbon"));
  pressIn("Continue");
  await vi.advanceTimersByTimeAsync(10);
  expect([dialog(), calls.length]).toEqual([null, 1]);
  expect(calls[0]?.body).toMatchObject({ additionalFields: '{"name":"Ada","wrap":["Ribbon"]}' });
});

// spec: add-to-cart.stock-check.additional-fields
test("opens only if there is more stock than in the cart", async () => {
  const counted = (qtyInStock: number) => [{ unlimited: false, qtyInStock }];
  expect([isMoreThan(2, counted(2)), isMoreThan(2, counted(3)), isMoreThan(0, [])]).toEqual([false, true, false]);
  expect(isMoreThan(9, [{ unlimited: true, qtyInStock: 0 }])).toBe(true);

  const calls = stubServer(() => ({
    body: { results: [{ variantId: "v1", sku: "MUG", attributes: {}, unlimited: false, qtyInStock: 0 }] },
  }));
  press(openPage());
  await vi.advanceTimersByTimeAsync(10);
  expect(calls).toMatchObject([{ method: "GET", path: stockPath, query: "?itemId=i1" }]);
  expect(dialog()).toBeNull();
  const message = document.querySelector("[data-product-message]")?.textContent;
  expect(message).toBe("Sorry, we do not have enough of that item available.");
});

test("opens if the stock request fails", async () => {
  stubServer(() => "unreachable");
  press(openPage());
  await vi.advanceTimersByTimeAsync(10);
  expect(dialog()).not.toBeNull();
});
