// All shoppers buy the same variant with limited stock, so every order updates the same row. The carts are filled
// beforehand, so only the last step is measured: order, stock, payment. Afterwards the stock must have decreased by exactly
// the number of pieces sold.
import { check, fail } from "k6";
import exec from "k6/execution";
import { Trend } from "k6/metrics";
import { Browser } from "../lib/browser.ts";
import { number } from "../lib/env.ts";
import { figure, onlySite, setUpOwnFigure } from "../lib/figure.ts";
import { figureThresholds } from "../lib/limits.ts";
import { scenario } from "../lib/scenario.ts";
import type { Stage } from "../lib/site.ts";
import { tearDownAfter } from "../lib/stage.ts";
import { addToCart, pay, prepare, personFor, type ReadyOrder } from "../requests/cart.ts";
import { ShopOwner } from "../requests/shop-owner.ts";

const inStock = 1_000_000;
const carts = number("STOA_CARTS", 1_000);
// Timestamps of the measured steps: the rate is computed between the first and the last, so filling the carts does not count.
const moment = new Trend("moment");

interface HotRow extends Stage {
  variantId: string;
  ready: { cookies: Record<string, string>; order: ReadyOrder }[];
}

export const options = figure({
  scenarios: {
    buy: { executor: "shared-iterations", vus: number("STOA_USERS", 16), iterations: carts, maxDuration: "5m" },
  },
  thresholds: figureThresholds(["checkout: submit"], { confirmed_orders: [`count==${carts}`] }),
});

export const setup = (): HotRow => setUpOwnFigure("hot-row", prepared);

function prepared(stage: Stage): HotRow {
  const site = onlySite(stage);
  const owner = new ShopOwner(site);
  const product = site.catalogue.products.find(({ type, variants }) => type === 1 && variants.length > 0);
  const sku = product?.variants[0]?.sku ?? "";
  if (product === undefined) return fail(`${site.host} has no product to send`);
  const level = owner.variant(sku);
  owner.setStock(level, inStock);
  const ready: HotRow["ready"] = [];
  for (let shopper = 0; shopper < carts; shopper += 1) {
    const browser = new Browser(site, Math.random);
    const cart = addToCart(browser, product, sku);
    const order = cart === null ? null : prepare(browser, cart, personFor(site.run, shopper));
    if (order === null) return fail("a cart could not be filled");
    ready.push({ cookies: browser.cookies(), order });
  }
  return { ...stage, variantId: level.variantId, ready };
}

export default scenario((stage: HotRow): void => {
  const next = stage.ready[exec.scenario.iterationInTest];
  if (next === undefined) return;
  const browser = new Browser(onlySite(stage), Math.random);
  browser.goOnAs(next.cookies);
  moment.add(Date.now());
  pay(browser, next.order);
  moment.add(Date.now());
});

export const teardown = (stage: HotRow): void => tearDownAfter(stage, () => look(stage));

function look(stage: HotRow): void {
  const { qtyInStock } = new ShopOwner(onlySite(stage)).stock(stage.variantId);
  check(qtyInStock, { "stock decreased by the number of sold pieces": (left) => left === inStock - carts });
}
