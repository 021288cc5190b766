// Takes something off larger quantities.

import { discountsOf, setting, text } from "../sdk/js/index.js";

/** The largest number of discounts in an answer. */
const MOST = 50;

export const discounts = discountsOf((cart, ctx) => {
  const pieces = number("pieces", 3);
  const percent = Math.min(Math.max(number("percent", 10), 0), 100);
  const label = text(ctx.locale, "off", { percent, pieces });
  return cart.lines
    .filter((line) => line.discountable && line.quantity >= pieces)
    .slice(0, MOST)
    .map((line) => ({
      label,
      lines: [line.id],
      amount: { minor: Math.trunc(line.total.minor / 100) * percent, currency: line.total.currency },
    }));
});

function number(key, standard) {
  const value = setting(key);
  return Number.isSafeInteger(value) ? value : standard;
}
