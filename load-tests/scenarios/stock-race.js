// Many shoppers compete for the last pieces. Afterwards there must be exactly as many orders as there were pieces, each
// paid once and in full, no stock must be left, and the sum of the stock changes must match.
import { check } from "k6";
import { Counter } from "k6/metrics";
import { admin, readAll, signIn } from "../lib/owner.js";
import { TREND_STATS } from "../lib/options.js";
import { addToCart, checkOut, newVisitor } from "../lib/shop.js";

const PIECES = Number(__ENV.STOA_PIECES || 50);
const SHOPPERS = Number(__ENV.STOA_USERS || 200);
const SKU = __ENV.STOA_SKU || "FRN-6";
const paid = new Counter("orders_paid");

export const options = {
  scenarios: { race: { executor: "per-vu-iterations", vus: SHOPPERS, iterations: 1, maxDuration: "5m" } },
  summaryTrendStats: TREND_STATS,
  teardownTimeout: "5m",
  thresholds: { checks: ["rate==1"], orders_paid: [`count==${PIECES}`] },
};

function base(site) {
  return `/api/v1/websites/${site}`;
}

export function setup() {
  const { site, token } = signIn();
  const found = admin("GET", `${base(site)}/inventory?query=${SKU}`, null, token);
  const level = found.variants.find((variant) => variant.sku === SKU);
  const wanted = { unlimited: false, qtyInStock: PIECES, reason: "Stock race" };
  const path = `${base(site)}/inventory/${level.variantId}`;
  admin("PUT", path, wanted, token, { "If-Match": `"${level.revision}"` });
  const changes = readAll(`${base(site)}/stock-changes?variantId=${level.variantId}`, "changes", token);
  const orders = readAll(`${base(site)}/orders`, "orders", token);
  newVisitor();
  return {
    product: { id: level.productId, sku: SKU },
    variantId: level.variantId,
    // Orders and stock changes of the demo and of earlier runs.
    earlier: orders.map(({ id }) => id),
    offset: changes.reduce((sum, { delta }) => sum + delta, 0) - PIECES,
  };
}

export default function race({ product }) {
  newVisitor();
  const cart = addToCart(product, 1, true);
  if (cart !== null && checkOut(cart, true) !== null) {
    paid.add(1);
  }
}

export function teardown({ variantId, earlier, offset }) {
  newVisitor();
  const { site, token } = signIn();
  const level = admin("GET", `${base(site)}/inventory/${variantId}`, null, token);
  const changes = readAll(`${base(site)}/stock-changes?variantId=${variantId}`, "changes", token);
  const orders = readAll(`${base(site)}/orders`, "orders", token).filter(({ id }) => !earlier.includes(id));
  const details = orders.map(({ id }) => admin("GET", `${base(site)}/orders/${id}`, null, token));
  const taken = ({ payments }) => payments.reduce((sum, { capturedCents }) => sum + capturedCents, 0);
  check(level, { "no stock is left": ({ qtyInStock }) => qtyInStock === 0 });
  check(changes, {
    "the stock changes add up": (lines) => lines.reduce((sum, { delta }) => sum + delta, 0) === offset,
  });
  check(details, {
    "as many orders as pieces": (all) => all.length === PIECES,
    "each order is paid": (all) => all.every(({ paymentStatus }) => paymentStatus === "PAID"),
    "each is paid once and in full": (all) => all.every((order) => taken(order) === order.grandTotalCents),
  });
}
