// All shoppers buy the same variant with limited stock, so every order updates the same row. The carts are filled
// beforehand, so only the last step is measured: order, stock, payment. Afterwards the stock must have decreased by exactly
// the number of pieces sold.
import exec from "k6/execution";
import { check, fail } from "k6";
import { Trend } from "k6/metrics";
import { admin, signIn } from "../lib/owner.js";
import { addToCart, goOnAs, newVisitor, pay, prepare, visitor } from "../lib/shop.js";
import { TREND_STATS } from "../lib/options.js";

const STOCK = 1000000;
const CARTS = Number(__ENV.STOA_CARTS || 1000);
// Timestamps of the measured steps: the rate is computed between the first and the last, so filling the carts does not count.
const moment = new Trend("moment");
const SHOPPERS = Number(__ENV.STOA_USERS || 16);

export const options = {
  scenarios: { buy: { executor: "shared-iterations", vus: SHOPPERS, iterations: CARTS, maxDuration: "5m" } },
  summaryTrendStats: TREND_STATS,
  setupTimeout: "10m",
  thresholds: { checks: ["rate==1"], "http_req_duration{name:checkout: submit}": ["max>=0"] },
};

/** The first visible physical product with a variant, and the API path for its stock. */
function findProduct({ site, token }) {
  const stores = `/api/content-service/product/1.1/websites/${site}/products`;
  for (const { id } of admin("GET", stores, null, token).collections) {
    for (const item of admin("GET", `${stores}/${id}/items?limit=50`, null, token).items) {
      const product = admin("GET", `${stores}/${id}/items/${item.id}`, null, token);
      const [variant] = product.variants || [];
      if (variant && product.productType === 1 && product.visible) {
        return { path: `${stores}/${id}/items/${item.id}`, product, variant };
      }
    }
  }
  return fail("the demo shop has no product to buy");
}

export function setup() {
  const session = signIn();
  const { path, product, variant } = findProduct(session);
  const seen = variant.unlimited ? -1 : variant.qtyInStock;
  admin("PUT", `${path}/stock`, { variantId: variant.id, unlimited: false, qtyInStock: STOCK, seen }, session.token);
  const ready = [];
  while (ready.length < CARTS) {
    newVisitor();
    const order = prepare(addToCart({ id: product.id, sku: variant.sku }, 1));
    ready.push({ shopper: visitor(), order });
  }
  return { path, variantId: variant.id, ready };
}

export default function buy({ ready }) {
  const { shopper, order } = ready[exec.scenario.iterationInTest];
  goOnAs(shopper);
  moment.add(Date.now());
  pay(order);
  moment.add(Date.now());
}

export function teardown({ path, variantId }) {
  newVisitor();
  const { variants } = admin("GET", path, null, signIn().token);
  const { qtyInStock } = variants.find((variant) => variant.id === variantId);
  check(qtyInStock, { "stock decreased by the number of sold pieces": (left) => left === STOCK - CARTS });
}
