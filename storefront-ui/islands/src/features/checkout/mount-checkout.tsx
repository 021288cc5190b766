import { createRoot } from "react-dom/client";
import { formatMoney } from "@/shared/money/format";
import type { PageContext } from "@/shared/page/context";
import { navigation } from "@/shared/page/navigation";
import { isReturning } from "@/shared/page/visit";
import { PageProvider } from "@/shared/react/page";
import { cartActions } from "@/shared/store/cart-slice";
import type { PageStore } from "@/shared/store/page-store";
import { CheckoutView } from "./checkout-view";
import { CheckoutController } from "./checkout-controller";

/** Whether the URL says that a payment on another page ended this way. */
function cameBack(end: "declined" | "canceled"): boolean {
  return new URLSearchParams(window.location.search).get(end) === "1";
}

/** Renders the checkout and starts it. */
function mountCheckout(place: HTMLElement, store: PageStore, context: PageContext): void {
  let wasRestored = false;
  const controller = new CheckoutController(place.dataset.cartToken ?? "", {
    go: (address) => navigation.go(address),
    replace: (address) => navigation.replace(address),
    money: (minorUnits, currency) => formatMoney(minorUnits, currency, context.locale),
    cartSeen: (cart) => store.dispatch(cartActions.received(cart)),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    isReturning: () => wasRestored || isReturning(),
    wasDeclined: () => cameBack("declined"),
    wasGivenUp: () => cameBack("canceled"),
  });
  // A page restored from the back/forward cache shows outdated state.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    wasRestored = true;
    void controller.load();
  });
  createRoot(place).render(
    <PageProvider store={store} context={context}>
      <CheckoutView controller={controller} />
    </PageProvider>,
  );
  void controller.load();
}

export default mountCheckout;
