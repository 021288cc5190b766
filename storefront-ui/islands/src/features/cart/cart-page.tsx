import { createRoot } from "react-dom/client";
import type { PageContext } from "@/shared/page/context";
import { failureText } from "@/shared/api/failure-text";
import { PageProvider } from "@/shared/react/page";
import { loadCart } from "@/shared/store/cart-thunks";
import type { PageStore } from "@/shared/store/page-store";
import { element } from "@/shared/ui/elements";
import { CartView } from "./cart-view";

/** Replaces the server-rendered lines once the cart is loaded; until then, and if loading fails, they stay. */
export function mountCartPage(place: HTMLElement, store: PageStore, context: PageContext): void {
  let taken = false;
  const followCart = (): void => {
    const { status, cart } = store.getState().cart;
    if (taken) return;
    place.setAttribute("aria-busy", String(status === "loading"));
    if (status === "failed") offerRetry(place, store);
    if (cart === null) return;
    taken = true;
    unsubscribe();
    createRoot(place).render(
      <PageProvider store={store} context={context}>
        <CartView />
      </PageProvider>,
    );
  };
  const unsubscribe = store.subscribe(followCart);
  followCart();
}

function offerRetry(place: HTMLElement, store: PageStore): void {
  if (place.querySelector("[data-cart-retry]") !== null) return;
  const notice = element("div", "stoa-alert", undefined, {
    "data-kind": "error",
    "data-cart-retry": "",
    role: "alert",
  });
  const button = element("button", "stoa-button stoa-button--text", "Try again", { type: "button" });
  const text = element("p", "", failureText(navigator.onLine ? serverIsSilent : { kind: "unreachable" }));
  button.addEventListener("click", () => {
    notice.remove();
    void store.dispatch(loadCart());
  });
  notice.append(element("p", "stoa-alert__title", "Unable to load your cart"), text, button);
  place.prepend(notice);
}

const serverIsSilent = { kind: "refused", status: 503, problem: null } as const;
