import type { PageContext } from "@/shared/page/context";
import { isFullPageCart, pageTypes } from "@/shared/page/context";
import { navigation } from "@/shared/page/navigation";
import { expectedCart } from "@/shared/store/cart-slice";
import type { PageStore } from "@/shared/store/page-store";
import { element } from "@/shared/ui/elements";
import { shownCount, spokenCount, summaryOf } from "./cart-summary";

const cartAddress = "/cart";

/** Whether a page may show the floating cart button. */
export function mayShowPill(context: PageContext, root: ParentNode = document): boolean {
  if (context.expressCheckout || context.customCart || isFullPageCart(root)) return false;
  // On the checkout page a link back to the cart would be distracting.
  return context.pageType !== pageTypes.checkout && context.pageType !== pageTypes.orderReceived;
}

/** Renders the floating cart button and keeps it updated. */
export function mountPill(place: HTMLElement, store: PageStore, context: PageContext): () => void {
  if (!mayShowPill(context)) return () => undefined;
  const count = element("span", "stoa-pill__count");
  const subtotal = element("span", "stoa-pill__subtotal");
  const link = element("a", "stoa-pill", undefined, { href: cartAddress });
  link.append(count, subtotal);
  link.hidden = true;
  if (context.inEditor) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      navigation.go(cartAddress);
    });
  }
  place.append(link);

  const draw = (): void => {
    const cart = expectedCart(store.getState().cart);
    const summary = summaryOf(cart, context.locale);
    link.hidden = summary.items === 0;
    link.setAttribute("aria-label", spokenCount(summary.items));
    count.textContent = shownCount(summary.items);
    subtotal.textContent = summary.subtotal;
  };
  draw();
  return store.subscribe(draw);
}
