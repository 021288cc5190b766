// Each iteration is a new shopper who adds one product to a new cart.
import { Browser } from "../lib/browser.ts";
import { inTurn, onlySite, setUpFigure, steady, withoutLimit } from "../lib/figure.ts";
import { figureThresholds } from "../lib/limits.ts";
import { scenario } from "../lib/scenario.ts";
import type { Stage } from "../lib/site.ts";
import { tearDown } from "../lib/stage.ts";
import { addToCart } from "../requests/cart.ts";

export const options = steady(figureThresholds(["add to cart"]));
export const setup = (): Stage => setUpFigure("add-to-cart");
export const teardown = tearDown;

export default scenario((stage: Stage): void => {
  const site = onlySite(stage);
  const { product, sku } = inTurn(withoutLimit(site));
  addToCart(new Browser(site, Math.random), product, sku);
});
