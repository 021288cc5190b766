import { mayRemember } from "./consent";
import type { PageContext } from "./context";
import { recordEvent } from "./record-event";

const productPage = "stoa-page-products-item";

/** Whether product events are counted: enabled for the site, and not refused by the visitor. */
function isCounted(context: PageContext): boolean {
  return context.tracksProducts && !context.inEditor && mayRemember(context);
}

/** Counts a view of a product page. */
export function countProductVisit(context: PageContext): void {
  if (!document.body.classList.contains(productPage) || !isCounted(context)) return;
  const itemId = document.querySelector<HTMLElement>("[data-item-id]")?.dataset.itemId ?? null;
  void recordEvent("commerce_product_visit", { itemId, websiteId: context.websiteId });
}

/** Counts an addition to the cart. */
export function countAddToCart(context: PageContext, added: { itemId: string; sku: string; quantity: number }): void {
  if (isCounted(context)) void recordEvent("commerce_add_to_cart", { ...added, websiteId: context.websiteId });
}
