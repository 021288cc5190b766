// Many shoppers compete for the last uses of a discount code. Afterwards the code must have been used exactly as often as
// its limit allows, and every placed order must be paid once and in full.
import { check } from "k6";
import { Browser } from "../lib/browser.ts";
import { number } from "../lib/env.ts";
import { figure, inTurn, onlySite, setUpOwnFigure, withoutLimit } from "../lib/figure.ts";
import { figureThresholds } from "../lib/limits.ts";
import { scenario } from "../lib/scenario.ts";
import type { Stage } from "../lib/site.ts";
import { tearDownAfter } from "../lib/stage.ts";
import { addToCart, checkOut, enterCode, personFor } from "../requests/cart.ts";
import { captured, ShopOwner } from "../requests/shop-owner.ts";

const limit = number("STOA_CODE_USES", 50);
const shoppers = number("STOA_USERS", 200);

interface Rush extends Stage {
  id: string;
  code: string;
  /** Orders of the demo and of earlier runs. */
  earlier: string[];
}

export const options = figure({
  scenarios: { rush: { executor: "per-vu-iterations", vus: shoppers, iterations: 1, maxDuration: "5m" } },
  thresholds: figureThresholds([], { confirmed_orders: [`count>=${limit}`] }),
});

export const setup = (): Rush => setUpOwnFigure("coupon-rush", prepared);

function prepared(stage: Stage): Rush {
  const owner = new ShopOwner(onlySite(stage));
  const { id, code } = owner.makeDiscount({
    label: "Rush",
    code: `RUSH-${Date.now()}`,
    kind: "percent",
    rateBasisPoints: 1000,
    appliesTo: "order",
    usageLimit: limit,
    enabled: true,
  });
  return { ...stage, id, code: code ?? "", earlier: owner.orderIds() };
}

export default scenario((stage: Rush): void => {
  const site = onlySite(stage);
  const { product, sku } = inTurn(withoutLimit(site));
  const browser = new Browser(site, Math.random);
  const cart = addToCart(browser, product, sku);
  if (cart === null) return;
  enterCode(browser, stage.code);
  checkOut(browser, cart, personFor(site.run, __VU));
});

export const teardown = (stage: Rush): void => tearDownAfter(stage, () => look(stage));

function look(stage: Rush): void {
  const owner = new ShopOwner(onlySite(stage));
  const orders = owner
    .orderIds()
    .filter((id) => !stage.earlier.includes(id))
    .map((id) => owner.order(id));
  check(owner.usedCount(stage.id), { "the code was used as often as its limit": (count) => count === limit });
  check(orders, {
    "as many orders have the discount": (all) => all.filter(({ discountCents }) => discountCents > 0).length === limit,
    "each order is paid": (all) => all.every(({ paymentStatus }) => paymentStatus === "PAID"),
    "each is paid once and in full": (all) => all.every((order) => captured(order) === order.grandTotalCents),
  });
}
