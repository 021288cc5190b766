import { useState } from "react";
import { Existing } from "@/shared/react/existing";
import { island, type IslandProps } from "@/shared/react/island";
import { usePage, usePageSelector } from "@/shared/react/page";
import { expectedCart } from "@/shared/store/expected-cart";
import { shownCount, summaryOf } from "./cart-summary";

/** A theme's own cart indicator: quantity, subtotal, and whether the cart is known and empty. */
function Indicator({ place }: IslandProps) {
  const { locale } = usePage();
  const [quantity] = useState(() => place.querySelector("[data-cart-quantity]"));
  const [subtotal] = useState(() => place.querySelector("[data-cart-subtotal]"));
  const cart = expectedCart(usePageSelector((state) => state.cart));
  if (cart === null) return null;
  const summary = summaryOf(cart, locale);
  return (
    <>
      <Existing element={place} data-initialized="" data-empty={summary.items === 0 ? "" : null} />
      {quantity === null ? null : <Existing element={quantity}>{shownCount(summary.items)}</Existing>}
      {subtotal === null ? null : <Existing element={subtotal}>{summary.subtotal}</Existing>}
    </>
  );
}

export const mountIndicator = island(Indicator);
