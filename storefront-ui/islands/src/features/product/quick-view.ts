import { settled } from "@/shared/api/send";
import { element } from "@/shared/ui/elements";
import { closeButton, openModal } from "@/shared/ui/modal";
import { findProduct } from "@/shared/shop/product-page";

const parts = { gallery: "[data-product-gallery]", restock: ".stoa-restock" };
let made = 0;

/** The parts of a product page needed to buy it; null if it is not that page. */
interface ProductParts {
  title: string;
  excerpt: string;
  gallery: Element | null;
  form: Element;
  restock: Element | null;
}

async function partsOf(address: string, itemId: string): Promise<ProductParts | null> {
  const found = await findProduct(address, itemId);
  if (found === null) return null;
  const { page, form, product } = found;
  const restock = [...page.querySelectorAll<HTMLElement>(parts.restock)].find((place) => place.dataset.itemId === itemId);
  const gallery = form.closest("article")?.querySelector(parts.gallery) ?? page.querySelector(parts.gallery);
  return { title: product.title, excerpt: product.excerpt, form, restock: restock ?? null, gallery };
}

function wholePage(address: string, title: string): HTMLAnchorElement {
  const link = element("a", "stoa-more", "View full details", { href: address });
  link.append(element("span", "stoa-hidden", `: ${title}`));
  return link;
}

function fill(place: HTMLElement, found: ProductParts, address: string, titleId: string): void {
  const text = element("div", "stoa-quick-view__text");
  text.append(element("h2", "stoa-dialog__title", found.title, { id: titleId }));
  if (found.excerpt !== "") text.append(element("p", "stoa-quick-view__excerpt", found.excerpt));
  text.append(found.form);
  if (found.restock !== null) text.append(found.restock);
  text.append(wholePage(address, found.title));
  place.replaceChildren(...(found.gallery === null ? [] : [found.gallery]), text);
}

/** Fire and forget; contains no visitor data. */
function countQuickView(itemId: string): void {
  void settled((api) => api.POST("/api/census/RecordQuickView/{itemId}", { params: { path: { itemId } } }));
}

/**
 * Opens a product in a dialog: its images and form, as the theme renders them on the product's own page. If that fails,
 * the promise rejects, and the link is followed.
 */
export async function openQuickView(opener: HTMLAnchorElement, enliven: (place: HTMLElement) => Promise<void>): Promise<void> {
  made += 1;
  const titleId = `stoa-quick-view-title-${String(made)}`;
  const dialog = element("dialog", "stoa-dialog stoa-quick-view", undefined, { "aria-modal": "true", "aria-label": "Quick view" });
  const close = closeButton(dialog);
  const place = element("article", "stoa-quick-view__parts", undefined, { "aria-busy": "true" });
  place.append(element("p", "stoa-quick-view__wait", "Loading…", { role: "status" }));
  dialog.append(close, place);
  openModal(dialog, close);
  const found = await partsOf(opener.href, opener.dataset.stoaQuickView ?? "").catch(() => null);
  if (!dialog.open) return;
  if (found === null) {
    dialog.close();
    throw new Error(`${opener.href} is not the page of a product`);
  }
  fill(place, found, opener.href, titleId);
  place.removeAttribute("aria-busy");
  dialog.removeAttribute("aria-label");
  dialog.setAttribute("aria-labelledby", titleId);
  countQuickView(opener.dataset.stoaQuickView ?? "");
  await enliven(dialog);
}
