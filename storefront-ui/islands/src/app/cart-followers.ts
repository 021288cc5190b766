import { announceCartChanges } from "@/features/cart/announcer";
import { hideWhereNotEligible } from "@/shared/installments/eligibility";
import type { PageStore } from "@/shared/store/page-store";

/** Announces changes of the cart, and hides instalment messages that do not fit it. */
export function followCart(store: PageStore, isPreloaded: boolean): void {
  announceCartChanges(store, isPreloaded);
  hideWhereNotEligible(store);
}
