// Delivery priced by weight.

import { setting, shippingRates, text } from "../sdk/js/index.js";

export const shipping = shippingRates((cart, destination, ctx) => {
  const shipped = cart.lines.filter((line) => line.shipped);
  const grams = shipped.reduce((sum, line) => sum + line.weightGrams * line.quantity, 0);
  const minor = cents("baseCents", 500) + cents("perKiloCents", 100) * Math.ceil(grams / 1000);
  return [
    {
      code: "parcel",
      label: text(ctx.locale, "parcel"),
      price: { minor: Math.min(minor, 99_999_999_999), currency: cart.subtotal.currency },
      minDays: 2,
      maxDays: 4,
    },
  ];
});

/** A setting of the site, in cents. */
function cents(key, standard) {
  const value = setting(key);
  return Number.isSafeInteger(value) ? Math.max(value, 0) : standard;
}
