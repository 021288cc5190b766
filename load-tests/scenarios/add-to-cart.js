// Each iteration is a new shopper who adds one product to a new cart.
import { addToCart, findProducts, newVisitor } from "../lib/shop.js";
import { steady } from "../lib/options.js";

export const options = steady({ checks: ["rate==1"], "http_req_duration{name:add to cart}": ["max>=0"] });

export function setup() {
  return findProducts(true);
}

export default function fillCart(products) {
  newVisitor();
  addToCart(products[__ITER % products.length], 1);
}
