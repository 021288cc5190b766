// Many shoppers compete for the last pieces. Afterwards there must be exactly as many orders as there were pieces, each
// paid once and in full, no stock must be left, and the sum of the stock changes must match.
import { check } from "k6";
import { Browser } from "../lib/browser.ts";
import { isBought } from "../lib/catalogue.ts";
import { number } from "../lib/env.ts";
import { figure, onlySite, setUpOwnFigure } from "../lib/figure.ts";
import { figureThresholds } from "../lib/limits.ts";
import { scenario } from "../lib/scenario.ts";
import type { Product, Site, Stage } from "../lib/site.ts";
import { tearDownAfter } from "../lib/stage.ts";
import { addToCart, checkOut, personFor } from "../requests/cart.ts";
import { captured, ShopOwner } from "../requests/shop-owner.ts";

const pieces = number("STOA_PIECES", 50);
const shoppers = number("STOA_USERS", 200);

interface Race extends Stage {
  product: Product;
  sku: string;
  variantId: string;
  /** Orders and stock changes of the demo and of earlier runs. */
  earlier: string[];
  offset: number;
}

export const options = figure({
  scenarios: { race: { executor: "per-vu-iterations", vus: shoppers, iterations: 1, maxDuration: "5m" } },
  thresholds: figureThresholds([], { confirmed_orders: [`count==${pieces}`] }),
});

/** A physical product with limited stock: the first by its id, so that each run takes the same. */
function contested({ catalogue, host }: Site): { product: Product; sku: string } {
  const limited = catalogue.products.filter((product) => product.type === 1 && isBought(product));
  limited.sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const product of limited) {
    const variant = product.variants.find(({ stock }) => stock !== null);
    if (variant !== undefined) return { product, sku: variant.sku };
  }
  throw new Error(`${host} has no product whose stock is limited`);
}

export const setup = (): Race => setUpOwnFigure("stock-race", prepared);

function prepared(stage: Stage): Race {
  const site = onlySite(stage);
  const owner = new ShopOwner(site);
  const { product, sku } = contested(site);
  const level = owner.variant(sku);
  owner.setStock(level, pieces);
  const { variantId } = level;
  const offset = owner.sumOfChanges(variantId) - pieces;
  return { ...stage, product, sku, variantId, earlier: owner.orderIds(), offset };
}

export default scenario((stage: Race): void => {
  const site = onlySite(stage);
  const browser = new Browser(site, Math.random);
  const cart = addToCart(browser, stage.product, stage.sku);
  if (cart !== null) checkOut(browser, cart, personFor(site.run, __VU));
});

export const teardown = (stage: Race): void => tearDownAfter(stage, () => look(stage));

function look(stage: Race): void {
  const { variantId, earlier, offset } = stage;
  const owner = new ShopOwner(onlySite(stage));
  const orders = owner
    .orderIds()
    .filter((id) => !earlier.includes(id))
    .map((id) => owner.order(id));
  check(owner.stock(variantId), { "no stock is left": ({ qtyInStock }) => qtyInStock === 0 });
  check(owner.sumOfChanges(variantId), { "the stock changes add up": (sum) => sum === offset });
  check(orders, {
    "as many orders as pieces": (all) => all.length === pieces,
    "each order is paid": (all) => all.every(({ paymentStatus }) => paymentStatus === "PAID"),
    "each is paid once and in full": (all) => all.every((order) => captured(order) === order.grandTotalCents),
  });
}
