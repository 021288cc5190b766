import type { Cart } from "@/shared/api/types";
import type { CartState } from "./cart-slice";

/** The cart including unconfirmed quantities. */
export function expectedCart(state: CartState): Cart | null {
  const { cart, wanted } = state;
  if (cart === null || Object.keys(wanted).length === 0) return cart;
  const entries = cart.entries
    .map((entry) => {
      const quantity = wanted[entry.id] ?? entry.quantity;
      return { ...entry, quantity, subTotal: quantity * entry.purchasePriceCents };
    })
    .filter((entry) => entry.quantity > 0);
  return {
    ...cart,
    entries,
    totalQuantity: entries.reduce((sum, entry) => sum + entry.quantity, 0),
    subtotalCents: entries.reduce((sum, entry) => sum + entry.subTotal, 0),
  };
}
