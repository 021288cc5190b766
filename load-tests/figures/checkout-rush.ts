// Complete purchases by concurrent new shoppers: cart, address, test card, order. Only products with unlimited stock, so
// that stock does not end the run.
import { Trend } from "k6/metrics";
import { Browser } from "../lib/browser.ts";
import { inTurn, onlySite, setUpFigure, steady, withoutLimit } from "../lib/figure.ts";
import { figureThresholds } from "../lib/limits.ts";
import { scenario } from "../lib/scenario.ts";
import type { Stage } from "../lib/site.ts";
import { tearDown } from "../lib/stage.ts";
import { addToCart, checkOut, personFor } from "../requests/cart.ts";

const whole = new Trend("checkout", true);
const steps = ["customer", "billing", "submit"].map((step) => `checkout: ${step}`);

export const options = steady(figureThresholds(["add to cart", ...steps], { confirmed_orders: ["count>0"] }));
export const setup = (): Stage => setUpFigure("checkout-rush");
export const teardown = tearDown;

export default scenario((stage: Stage): void => {
  const site = onlySite(stage);
  const { product, sku } = inTurn(withoutLimit(site));
  const browser = new Browser(site, Math.random);
  const started = Date.now();
  const cart = addToCart(browser, product, sku);
  const person = personFor(site.run, __VU * 1_000_000 + __ITER);
  if (cart !== null && checkOut(browser, cart, person) !== null) whole.add(Date.now() - started);
});
