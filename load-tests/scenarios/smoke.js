// Two shoppers view products, fill a cart and pay; run by `cargo xtask test` against a new demo shop.
// The thresholds are generous, for a busy machine and an unoptimised build: they detect a shop that is broken or hangs, not a slow one.
import { check } from "k6";
import { addToCart, checkOut, findProducts, get, newVisitor, viewProduct } from "../lib/shop.js";
import { TREND_STATS } from "../lib/options.js";

export const options = {
  scenarios: { shoppers: { executor: "per-vu-iterations", vus: 2, iterations: 3, maxDuration: "60s" } },
  summaryTrendStats: TREND_STATS,
  thresholds: {
    checks: ["rate==1"],
    http_req_failed: ["rate==0"],
    "http_req_duration{name:product page}": ["p(95)<2000"],
    "http_req_duration{name:add to cart}": ["p(95)<2000"],
    "http_req_duration{name:checkout: submit}": ["p(95)<4000"],
    iterations: ["count==6"],
  },
};

export function setup() {
  return findProducts(false);
}

export default function shop(products) {
  newVisitor();
  check(get("/", "home page"), { "home page answers 200": (answer) => answer.status === 200 });
  const product = products[(__VU + __ITER) % products.length];
  viewProduct(product);
  const cart = addToCart(product, 1);
  const orderId = cart && checkOut(cart);
  check(orderId, { "an order was placed": (id) => typeof id === "string" && id.length > 0 });
}
