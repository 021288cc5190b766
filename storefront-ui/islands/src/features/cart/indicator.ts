import type { PageContext } from "@/shared/page/context";
import { formatMoney } from "@/shared/money/format";
import { expectedCart } from "@/shared/store/cart-slice";
import type { PageStore } from "@/shared/store/page-store";
import { shownCount } from "./cart-words";

/** Keeps a theme's own sign of the cart in step: quantity, subtotal, whether it is known and empty. */
export function mountIndicator(sign: HTMLElement, store: PageStore, context: PageContext): () => void {
  const quantity = sign.querySelector("[data-cart-quantity]");
  const subtotal = sign.querySelector("[data-cart-subtotal]");

  const draw = (): void => {
    const state = store.getState().cart;
    const cart = expectedCart(state);
    if (cart === null) return;
    const items = cart.totalQuantity;
    sign.toggleAttribute("data-initialized", true);
    sign.toggleAttribute("data-empty", items === 0);
    if (quantity !== null) quantity.textContent = shownCount(items);
    if (subtotal !== null) subtotal.textContent = formatMoney(cart.subtotalCents, cart.currency, context.locale);
  };
  draw();
  return store.subscribe(draw);
}
