import type { PageContext } from "@/shared/page/context";
import { expectedCart } from "@/shared/store/expected-cart";
import type { PageStore } from "@/shared/store/page-store";
import { shownCount, summaryOf } from "./cart-summary";

/** Updates a theme's own cart indicator: quantity, subtotal, and whether the cart is known and empty. */
export function mountIndicator(sign: HTMLElement, store: PageStore, context: PageContext): () => void {
  const quantity = sign.querySelector("[data-cart-quantity]");
  const subtotal = sign.querySelector("[data-cart-subtotal]");

  const draw = (): void => {
    const state = store.getState().cart;
    const cart = expectedCart(state);
    if (cart === null) return;
    const summary = summaryOf(cart, context.locale);
    sign.toggleAttribute("data-initialized", true);
    sign.toggleAttribute("data-empty", summary.items === 0);
    if (quantity !== null) quantity.textContent = shownCount(summary.items);
    if (subtotal !== null) subtotal.textContent = summary.subtotal;
  };
  draw();
  return store.subscribe(draw);
}
