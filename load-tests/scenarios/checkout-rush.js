// Complete purchases by concurrent new shoppers: cart, address, test card, order. Only products with unlimited stock, so
// that stock does not end the run.
import { Trend } from "k6/metrics";
import { addToCart, checkOut, findProducts, newVisitor } from "../lib/shop.js";
import { steady } from "../lib/options.js";

const whole = new Trend("checkout", true);

export const options = steady({ checks: ["rate==1"], "http_req_duration{name:checkout: submit}": ["max>=0"] });

export function setup() {
  return findProducts(true);
}

export default function buy(products) {
  newVisitor();
  const started = Date.now();
  const cart = addToCart(products[__ITER % products.length], 1);
  if (cart && checkOut(cart)) {
    whole.add(Date.now() - started);
  }
}
