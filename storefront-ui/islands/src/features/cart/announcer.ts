import { expectedCart } from "@/shared/store/cart-slice";
import type { PageStore } from "@/shared/store/page-store";
import { announce, prepareAnnouncements } from "@/shared/ui/announce";
import { spokenCount } from "./cart-words";

/** Speaks the count of the cart whenever it changes; what a page starts with is not spoken. */
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
