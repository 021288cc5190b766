import type { Cart } from "@/shared/api/types";
import type { PageStore } from "@/shared/store/page-store";

const physical = 1;

/** Whether everything in the cart qualifies for instalments. */
function isEligible(cart: Cart | null): boolean {
  return cart === null || cart.entries.every((entry) => entry.productType === physical && entry.subscription === null);
}

/** Removes instalment messages from the whole page while something in the cart does not qualify. */
export function hideWhereNotEligible(store: PageStore): void {
  const follow = (): void => {
    document.documentElement.toggleAttribute("data-no-installments", !isEligible(store.getState().cart.cart));
  };
  store.subscribe(follow);
  follow();
}
