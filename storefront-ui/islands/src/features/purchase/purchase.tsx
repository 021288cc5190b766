import { useEffect } from "react";
import { mayRemember } from "@/shared/page/consent";
import { recordEvent } from "@/shared/page/record-event";
import { island, type IslandProps } from "@/shared/react/island";
import { usePage } from "@/shared/react/page";

/** Data of a placed order on the page; amounts are decimals of its currency. */
export interface Purchase {
  id: string;
  purchasedCartId: string;
  testMode: boolean;
  websiteId: string;
  currency: string;
  grandTotal: string;
  shippingTotal: string;
  taxTotal: string;
  items: { sku: string; productName: string; quantity: number; unitPrice: string }[];
}

declare global {
  interface Window {
    /** Queue read by tag managers. */
    dataLayer?: unknown[];
  }
}

const marker = "stoa-purchase:";

/** Records the order in this browser; false if it was recorded before, or storage is not available. */
function isFirstTime(orderId: string): boolean {
  try {
    if (localStorage.getItem(marker + orderId) !== null) return false;
    localStorage.setItem(marker + orderId, "1");
    return true;
  } catch {
    return false;
  }
}

/** The event in the tag managers' format. */
function purchaseEvent(purchase: Purchase) {
  return {
    event: "purchase",
    ecommerce: {
      transaction_id: purchase.id,
      value: Number(purchase.grandTotal),
      shipping: Number(purchase.shippingTotal),
      tax: Number(purchase.taxTotal),
      currency: purchase.currency,
      items: purchase.items.map(({ sku, productName, quantity, unitPrice }) => ({
        item_id: sku,
        item_name: productName,
        quantity,
        price: Number(unitPrice),
      })),
    },
  };
}

function report(purchase: Purchase): void {
  window.dataLayer = window.dataLayer ?? [];
  window.dataLayer.push(purchaseEvent(purchase));
  void recordEvent("commerce_checkout_order_confirmed", {
    orderId: purchase.id,
    cartId: purchase.purchasedCartId,
    testMode: purchase.testMode,
    websiteId: purchase.websiteId,
  });
}

/** Reports a purchase once per order and browser, unless the visitor has not consented. It shows nothing. */
function PurchaseReport({ place }: IslandProps) {
  const context = usePage();
  useEffect(() => {
    if (context.inEditor || !mayRemember(context)) return;
    const purchase = JSON.parse(place.textContent || "null") as Purchase | null;
    if (purchase !== null && isFirstTime(purchase.id)) report(purchase);
  }, [place, context]);
  return null;
}

export const mountPurchase = island(PurchaseReport);

export default mountPurchase;
