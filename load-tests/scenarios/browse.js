// Visitors view product pages one after another, without pauses.
import { findProducts, viewProduct } from "../lib/shop.js";
import { steady } from "../lib/options.js";

export const options = steady({ checks: ["rate==1"], "http_req_duration{name:product page}": ["max>=0"] });

export function setup() {
  return findProducts(false);
}

export default function browse(products) {
  viewProduct(products[__ITER % products.length]);
}
