import { mayRemember } from "./consent";
import type { PageContext } from "./context";
import { recordEvent } from "./record-event";

const productPage = "stoa-page-products-item";

/** Whether what happens to products is counted: the site has switched it on, and the visitor is not against it. */
function isCounted(context: PageContext): boolean {
  return context.tracksProducts && !context.inEditor && mayRemember(context);
}

/** Counts the visit of a product's own page. */
export function countProductVisit(context: PageContext): void {
  if (!document.body.classList.contains(productPage) || !isCounted(context)) return;
  const itemId = document.querySelector<HTMLElement>("[data-item-id]")?.dataset.itemId ?? null;
  void recordEvent("commerce_product_visit", { itemId, websiteId: context.websiteId });
}

/** Counts what was put into the cart. */
export function countAddToCart(context: PageContext, added: { itemId: string; sku: string; quantity: number }): void {
  if (isCounted(context)) void recordEvent("commerce_add_to_cart", { ...added, websiteId: context.websiteId });
}
