import { expectedCart } from "@/shared/store/cart-slice";
import type { PageStore } from "@/shared/store/page-store";
import { announce, prepareAnnouncements } from "@/shared/ui/announce";
import { spokenCount } from "./cart-summary";

/** Announces the cart's item count to screen readers when it changes; the initial count is not announced. */
export function announceCartChanges(store: PageStore, preloaded: boolean): () => void {
  prepareAnnouncements();
  let known: number | null = preloaded ? null : 0;
  return store.subscribe(() => {
    const quantity = expectedCart(store.getState().cart)?.totalQuantity;
    if (quantity === undefined || quantity === known) return;
    const isFirstSync = known === null;
    known = quantity;
    if (!isFirstSync) announce(spokenCount(quantity));
  });
}
