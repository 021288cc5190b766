// Many shoppers compete for the last uses of a discount code. Afterwards the code must have been used exactly as often as
// its limit allows, and every placed order must be paid once and in full.
import { check } from "k6";
import { admin, readAll, signIn } from "../lib/owner.js";
import { TREND_STATS } from "../lib/options.js";
import { addToCart, checkOut, enterCode, findProducts, newVisitor } from "../lib/shop.js";

const LIMIT = Number(__ENV.STOA_CODES || 50);
const SHOPPERS = Number(__ENV.STOA_USERS || 200);

export const options = {
  scenarios: { rush: { executor: "per-vu-iterations", vus: SHOPPERS, iterations: 1, maxDuration: "5m" } },
  summaryTrendStats: TREND_STATS,
  teardownTimeout: "5m",
  thresholds: { checks: ["rate==1"] },
};

export function setup() {
  const { site, token } = signIn();
  const base = `/api/v1/websites/${site}`;
  const wanted = {
    label: "Rush",
    code: `RUSH-${Date.now()}`,
    kind: "percent",
    rateBasisPoints: 1000,
    appliesTo: "order",
    usageLimit: LIMIT,
    enabled: true,
  };
  const { id, code } = admin("POST", `${base}/discounts`, wanted, token);
  const earlier = readAll(`${base}/orders`, "orders", token).map((order) => order.id);
  newVisitor();
  const products = findProducts(true);
  newVisitor();
  return { base, id, code, earlier, products };
}

export default function buy({ code, products }) {
  newVisitor();
  const cart = addToCart(products[__VU % products.length], 1);
  if (cart !== null) {
    enterCode(code);
    checkOut(cart, true);
  }
}

export function teardown({ base, id, earlier }) {
  newVisitor();
  const { token } = signIn();
  const { usedCount } = admin("GET", `${base}/discounts/${id}`, null, token);
  const orders = readAll(`${base}/orders`, "orders", token).filter((order) => !earlier.includes(order.id));
  const details = orders.map((order) => admin("GET", `${base}/orders/${order.id}`, null, token));
  const taken = ({ payments }) => payments.reduce((sum, { capturedCents }) => sum + capturedCents, 0);
  check(usedCount, { "the code was used as often as its limit": (count) => count === LIMIT });
  check(details, {
    "as many orders have the discount": (all) => all.filter(({ discountCents }) => discountCents > 0).length === LIMIT,
    "each order is paid": (all) => all.every(({ paymentStatus }) => paymentStatus === "PAID"),
    "each is paid once and in full": (all) => all.every((order) => taken(order) === order.grandTotalCents),
  });
}
