import { formatMoney } from "@/shared/money/format";
import type { Cart } from "@/shared/api/types";
import { choiceOf } from "@/shared/text/rich-messages";
import { textOf } from "@/shared/text/messages";

const maxShown = 100;

/** Data for cart indicators. */
interface CartSummary {
  items: number;
  /** Formatted. */
  subtotal: string;
}

/** A summary with the values of an empty cart as defaults. */
export function cartSummary(known: Partial<CartSummary>): CartSummary {
  return { items: known.items ?? 0, subtotal: known.subtotal ?? "" };
}

/** The summary of a cart; of an empty one while it is unknown. */
export function summaryOf(cart: Cart | null, locale: string): CartSummary {
  if (cart === null) return cartSummary({});
  return cartSummary({
    items: cart.totalQuantity,
    subtotal: formatMoney(cart.subtotalCents, cart.currency, locale),
  });
}

/** The displayed count: exact up to a hundred. */
export function shownCount(quantity: number): string {
  return quantity > maxShown ? `${maxShown}+` : String(quantity);
}

/** The count for screen readers. */
export function spokenCount(quantity: number): string {
  if (quantity > maxShown) return textOf("cartCount.more", { count: maxShown });
  if (quantity === 0) return textOf("cartCount.empty");
  return choiceOf("cartCount.items", { count: quantity });
}
