import { beforeEach, expect, test } from "vitest";
import type { OwnPrice } from "@/shared/api/types";
import { createPageStore, siteUserActions, type PageStore } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { stubServer, type Sent } from "@/testing/server";
import { context } from "@/testing/shop";
import { showOwnPrices } from "./own-prices";
import { mountProductForm } from "./product-form";

function priceOf(
  itemId: string,
  variantId: string,
  general: number,
  own: number,
  part: Partial<OwnPrice> = {},
): OwnPrice {
  return {
    itemId,
    variantId,
    generalPriceCents: general,
    priceCents: own,
    rhythm: null,
    subscriberPriceCents: null,
    ...part,
  };
}

function signedIn(): PageStore {
  const store = createPageStore();
  store.dispatch(siteUserActions.recognised({ authenticated: true, siteUserId: "u1" }));
  return store;
}

const card = (id: string) =>
  `<article data-stoa-price-of="${id}"><div class="product-price">$38.00</div><p class="stoa-product-card__installments">4 × $9.50</p></article>`;
const shown = (id: string) => document.querySelector(`[data-stoa-price-of="${id}"] .product-price`)?.textContent;

function server(prices: OwnPrice[]): Sent[] {
  return stubServer(({ query }) => {
    const asked = new URLSearchParams(query).get("itemIds")?.split(",") ?? [];
    return { body: { prices: prices.filter(({ itemId }) => asked.includes(itemId)) } };
  });
}

beforeEach(() => {
  document.body.innerHTML = card("i1") + card("i2") + card("i3");
});

test("cards show the signed-in visitor's prices, with one request", async () => {
  const calls = server([
    priceOf("i1", "v1", 3800, 3000),
    priceOf("i2", "v1", 3800, 3000),
    priceOf("i2", "v2", 4000, 3500),
  ]);
  showOwnPrices(document, signedIn(), context);
  await expect.poll(() => shown("i1")).toBe("Your Price:$30.00Original Price:$38.00");
  expect(shown("i2")).toBe("from $30.00");
  expect(shown("i3")).toBe("$38.00");
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /api/commerce/prices"]);
});

test("a card with an own price shows no instalments of the public price", async () => {
  server([priceOf("i1", "v1", 3800, 3000)]);
  showOwnPrices(document, signedIn(), context);
  const told = (id: string) =>
    document.querySelector(`[data-stoa-price-of="${id}"] .stoa-product-card__installments`)?.textContent;
  await expect.poll(() => told("i1")).toBeUndefined();
  expect(told("i2")).toBe("4 × $9.50");
});

test("subscription prices show their interval", async () => {
  server([priceOf("i1", "v1", 3800, 3000, { rhythm: "every month" })]);
  showOwnPrices(document, signedIn(), context);
  await expect.poll(() => shown("i1")).toContain("$30.00 every month");
});

test("guests and the editor cause no request, and an error changes nothing", async () => {
  const calls = stubServer(() => ({ status: 500 }));
  showOwnPrices(document, createPageStore(), context);
  showOwnPrices(document, signedIn(), { ...context, inEditor: true });
  expect(calls).toEqual([]);
  showOwnPrices(document, signedIn(), context);
  await expect.poll(() => calls.length).toBe(1);
  expect(shown("i1")).toBe("$38.00");
});

test("many products are requested in batches", async () => {
  const calls = server([]);
  document.body.innerHTML = Array.from({ length: 101 }, (_, index) => card(`p${String(index)}`)).join("");
  showOwnPrices(document, signedIn(), context);
  await expect.poll(() => calls.length).toBe(2);
});

const product = {
  id: "i1",
  title: "Mug",
  items: [],
  structuredContent: {
    productType: 1,
    options: [{ name: "Size", values: ["S", "M"] }],
    variants: ["S", "M"].map((size) => ({
      id: `v-${size}`,
      sku: size,
      attributes: { Size: size },
      price: 3800,
      salePrice: 0,
      qtyInStock: 3,
      onSale: false,
    })),
  },
};

test("a product form shows own prices per variant, and reloads instalments", async () => {
  document.body.innerHTML = `<form data-item-id="i1">
    <script type="application/json" data-stoa-product>${JSON.stringify(product)}</script>
    <div data-price><div class="product-price">$38.00</div></div>
    <a data-installments href="/static/installments/en_US.html">4 interest-free payments of $9.50</a>
    <select data-option-name="Size"><option value="">Select Size</option><option>S</option><option>M</option></select>
    <div><button type="submit" data-add-to-cart>Add</button></div></form>`;
  const prices = [priceOf("i1", "v-S", 3800, 3000), priceOf("i1", "v-M", 3800, 3800)];
  const calls = stubServer(
    ({ path }) => ({ body: path === "/api/commerce/prices" ? { prices } : { message: null } }),
    {},
  );
  const form = document.querySelector("form")!;
  const price = () => form.querySelector("[data-price]")?.textContent;
  change(() => mountProductForm(form, signedIn(), context));
  await expect.poll(price).toBe("from $30.00");
  await expect.poll(() => calls.map(({ path }) => path)).toContain("/api/commerce/installments");
  const select = form.querySelector("select")!;
  const choose = (size: string) => {
    select.value = size;
    change(() => select.dispatchEvent(new Event("change")));
  };
  choose("S");
  expect(price()).toBe("Your Price:$30.00Original Price:$38.00");
  choose("M");
  expect(price()).toBe("$38.00");
  choose("");
  expect(price()).toBe("from $30.00");
});
