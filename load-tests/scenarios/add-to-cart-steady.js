// New shoppers arrive at a constant rate, independent of the server's response times; each adds one product to a new cart.
import { addToCart, findProducts, newVisitor } from "../lib/shop.js";
import { TREND_STATS } from "../lib/options.js";

export const options = {
  scenarios: {
    pace: {
      executor: "constant-arrival-rate",
      rate: Number(__ENV.STOA_RATE || 500),
      timeUnit: "1s",
      duration: `${Number(__ENV.STOA_SECONDS || 10)}s`,
      preAllocatedVUs: 50,
      maxVUs: 500,
    },
  },
  summaryTrendStats: TREND_STATS,
  thresholds: { checks: ["rate==1"], "http_req_duration{name:add to cart}": ["max>=0"] },
};

export function setup() {
  return findProducts(true);
}

export default function fillCart(products) {
  newVisitor();
  addToCart(products[__ITER % products.length], 1);
}
