import { expectedCart } from "@/shared/store/expected-cart";
import type { PageStore } from "@/shared/store/page-store";
import { announce } from "@/shared/ui/announce";
import { spokenCount } from "./cart-summary";

/** Announces the cart's item count to screen readers when it changes; the initial count is not announced. */
export function announceCartChanges(store: PageStore, preloaded: boolean): () => void {
  let known: number | null = preloaded ? null : 0;
  const follow = (): void => {
    const quantity = expectedCart(store.getState().cart)?.totalQuantity;
    if (quantity === undefined || quantity === known) return;
    const isFirstSync = known === null;
    known = quantity;
    if (!isFirstSync) announce(spokenCount(quantity));
  };
  follow();
  return store.subscribe(follow);
}
