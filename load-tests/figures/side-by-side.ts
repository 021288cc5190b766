// The same shoppers against Stoa or against the peer. `STOA_FLOW`: `product` views products, `cart` creates a cart with
// one product, `checkout` buys up to a paid order; except for `product`, each iteration is a new visitor.
import { Trend } from "k6/metrics";
import { Browser } from "../lib/browser.ts";
import { text } from "../lib/env.ts";
import { inTurn, onlySite, setUpFigure, steady, withoutLimit } from "../lib/figure.ts";
import { figureThresholds } from "../lib/limits.ts";
import { scenario } from "../lib/scenario.ts";
import type { Stage } from "../lib/site.ts";
import { tearDown } from "../lib/stage.ts";
import * as vendure from "../lib/vendure.ts";
import { addToCart, checkOut, personFor } from "../requests/cart.ts";

const isPeer = text("STOA_PEER") === "vendure";
const flow = text("STOA_FLOW", "checkout");
const round = new Trend("round", true);

/** Someone who visits one of the two shops. */
interface Shop {
  view: () => void;
  /** Whether there is a product in a new cart. */
  fill: () => boolean;
  buy: () => void;
}

interface Sides {
  stage: Stage | null;
  products: vendure.Product[];
}

export const options = steady(figureThresholds([], { round: ["max>0"] }));

export function setup(): Sides {
  return isPeer
    ? { stage: null, products: vendure.findProducts() }
    : { stage: setUpFigure("side-by-side"), products: [] };
}

export function teardown({ stage }: Sides): void {
  if (stage !== null) tearDown(stage);
}

function atStoa(stage: Stage): Shop {
  const site = onlySite(stage);
  const { product, sku } = inTurn(withoutLimit(site));
  const browser = new Browser(site, Math.random);
  let cart: ReturnType<typeof addToCart> = null;
  return {
    view: () => void browser.fetch(product.path, "kept page"),
    fill: () => (cart = addToCart(browser, product, sku)) !== null,
    buy: () => {
      if (cart !== null) checkOut(browser, cart, personFor(site.run, __VU * 1_000_000 + __ITER));
    },
  };
}

function atPeer(products: readonly vendure.Product[]): Shop {
  const product = inTurn(products);
  return {
    view: () => vendure.viewProduct(product),
    fill: () => {
      vendure.newVisitor();
      return vendure.addToCart(product, 1);
    },
    buy: () => void vendure.checkOut(),
  };
}

export default scenario(({ stage, products }: Sides): void => {
  const shop = stage === null ? atPeer(products) : atStoa(stage);
  const started = Date.now();
  if (flow === "product") shop.view();
  else if (shop.fill() && flow === "checkout") shop.buy();
  round.add(Date.now() - started);
});
