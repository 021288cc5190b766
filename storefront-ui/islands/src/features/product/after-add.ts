import type { Cart } from "@/shared/api/types";
import type { PageContext } from "@/shared/page/context";
import { giftCard } from "@/shared/shop/product-data";

export interface Added {
  itemId: string;
  productType: number;
  sku: string;
  quantity: number;
  cart: Cart;
}

/** Target after something was added; null stays on the page. */
export function addressAfterAdd(added: Added, context: Pick<PageContext, "expressCheckout">): string | null {
  if (added.productType === giftCard) {
    const query = new URLSearchParams({ sku: added.sku, quantity: String(added.quantity) });
    return `/checkout/gift-card/${encodeURIComponent(added.itemId)}?${query.toString()}`;
  }
  if (!context.expressCheckout) return null;
  const token = added.cart.cartToken;
  return token === null ? "/checkout" : `/checkout?${new URLSearchParams({ cartToken: token }).toString()}`;
}
