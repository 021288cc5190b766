import { beforeEach, expect, test, vi } from "vitest";
import { context } from "@/testing/shop";
import { countAddToCart, countProductVisit } from "./product-tracking";

const added = { itemId: "i1", sku: "MUG", quantity: 2 };
let told: { event: string; data: unknown }[] = [];

beforeEach(() => {
  told = [];
  vi.stubGlobal("fetch", async (_: string, { body }: { body: URLSearchParams }) => {
    told.push({ event: body.get("event") ?? "", data: JSON.parse(body.get("data") ?? "null") });
    return new Response("");
  });
  document.body.className = "stoa-page-products-item stoa-type-50";
  document.body.innerHTML = '<form data-stoa-island="product-form" data-item-id="i1"></form>';
});

// spec: add-to-cart.beta-tracking
test("with the beta flag product views and cart additions are reported once, without it never", () => {
  countProductVisit(context);
  countAddToCart(context, added);
  expect(told).toEqual([]);
  const counted = { ...context, tracksProducts: true };
  countProductVisit(counted);
  countAddToCart(counted, added);
  expect(told).toEqual([
    { event: "commerce_product_visit", data: { itemId: "i1", websiteId: "w1" } },
    { event: "commerce_add_to_cart", data: { ...added, websiteId: "w1" } },
  ]);
});

test("other pages are not product views, and nothing is reported in the editor or without consent", () => {
  const counted = { ...context, tracksProducts: true };
  document.body.className = "stoa-page-blog-item stoa-type-50";
  countProductVisit(counted);
  document.body.className = "stoa-page-products-item stoa-type-50";
  countProductVisit({ ...counted, inEditor: true });
  countAddToCart({ ...counted, cookies: { asksFirst: true, setByScripts: false } }, added);
  expect(told).toEqual([]);
});
