// The same shoppers against Stoa or against the peer. `STOA_FLOW`: `product` views products, `cart` creates a cart with
// one product, `checkout` buys up to a paid order; except for `product`, each iteration is a new visitor.
import { Trend } from "k6/metrics";
import * as stoa from "../lib/shop.js";
import * as vendure from "../lib/vendure.js";
import { steady } from "../lib/options.js";

const shop = __ENV.STOA_PEER === "vendure" ? vendure : stoa;
const flow = __ENV.STOA_FLOW || "checkout";
const round = new Trend("round", true);

export const options = steady({ checks: ["rate==1"] });

export function setup() {
  return shop.findProducts(true);
}

export default function visit(products) {
  const product = products[(__VU * 7 + __ITER) % products.length];
  const started = Date.now();
  if (flow === "product") {
    shop.viewProduct(product);
  } else {
    shop.newVisitor();
    const cart = shop.addToCart(product, 1);
    if (cart && flow === "checkout") {
      shop.checkOut(cart);
    }
  }
  round.add(Date.now() - started);
}
