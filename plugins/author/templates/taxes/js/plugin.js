// A standard and a reduced tax rate, and none for businesses that name their tax number.

import { setting, taxRates, text } from "../sdk/js/index.js";

export const taxes = taxRates((cart, shipping, destination, ctx) => {
  const taxed = cart.lines.filter((line) => line.taxable);
  const ids = (lines) => lines.map((line) => line.id);
  if (cart.customer.taxId?.trim()) {
    return [{ name: text(ctx.locale, "reverse-charge"), rateBasisPoints: 0, lines: ids(taxed), onShipping: true }];
  }
  const tag = String(setting("reducedTag") ?? "reduced-tax");
  const isReduced = (line) => line.tags.includes(tag);
  const reduced = taxed.filter(isReduced);
  const standard = taxed.filter((line) => !isReduced(line));
  const tax = (key, rate, lines, onShipping) => ({
    name: text(ctx.locale, "tax"),
    rateBasisPoints: basisPoints(key, rate),
    lines: ids(lines),
    onShipping,
  });
  const found = [tax("standard", 1900, standard, true)];
  return reduced.length > 0 ? [...found, tax("reduced", 700, reduced, false)] : found;
});

/** A rate in hundredths of a percent. */
function basisPoints(key, standard) {
  const value = setting(key);
  return Number.isInteger(value) && value >= 0 ? Math.min(value, 10_000) : standard;
}
