import { formatMoney } from "@/shared/money/format";
import type { Cart } from "@/shared/api/types";

const mostShown = 100;

/** What signs of the cart show. */
export interface CartSummary {
  items: number;
  /** As people read it. */
  subtotal: string;
}

/** A summary whose missing parts are those of an empty cart. */
export function cartSummary(known: Partial<CartSummary>): CartSummary {
  return { items: known.items ?? 0, subtotal: known.subtotal ?? "" };
}

/** The summary of a cart; of none, as long as it is not known. */
export function summaryOf(cart: Cart | null, locale: string): CartSummary {
  if (cart === null) return cartSummary({});
  return cartSummary({
    items: cart.totalQuantity,
    subtotal: formatMoney(cart.subtotalCents, cart.currency, locale),
  });
}

/** The count as it is written: exact up to a hundred. */
export function shownCount(quantity: number): string {
  return quantity > mostShown ? `${mostShown}+` : String(quantity);
}

/** The count as it is spoken. */
export function spokenCount(quantity: number): string {
  if (quantity > mostShown) return `More than ${mostShown} items in cart`;
  if (quantity === 0) return "Cart is empty";
  return quantity === 1 ? "1 item in cart" : `${quantity} items in cart`;
}
