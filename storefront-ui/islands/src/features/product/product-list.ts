import type { PageContext } from "@/shared/page/context";
import type { PageStore } from "@/shared/store/page-store";
import { showOwnPrices } from "./own-prices";

const list = ".stoa-product-list";
const next = "a[rel=next]";

/** The next page of the list, rendered with the theme's templates; null if that fails. */
async function nextPage(address: string, locale: string): Promise<DocumentFragment | null> {
  const call = new URL(address, location.href);
  call.searchParams.set("format", "json");
  const [{ loadEngine }, response] = await Promise.all([import("@stoa/engine"), fetch(call)]);
  if (!response.ok) return null;
  const [engine, request] = await Promise.all([loadEngine(locale), response.text()]);
  const { html, errors } = engine.renderText(request);
  if (errors.length > 0) return null;
  const page = document.createElement("template");
  page.innerHTML = html;
  return page.content;
}

function moreButton(link: HTMLAnchorElement): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = link.className;
  button.textContent = "Load more";
  return button;
}

/**
 * Replaces the link to the next page of a product list with a button that appends that page's products. If that fails,
 * the link is followed.
 */
export function mountProductList(pages: HTMLElement, store: PageStore, context: PageContext): void {
  const link = pages.querySelector<HTMLAnchorElement>(next);
  const shown = document.querySelector(list);
  if (link === null || shown === null) return;
  const { locale } = context;
  const button = moreButton(link);
  const status = document.createElement("span");
  status.setAttribute("role", "status");
  status.className = "visually-hidden";
  let address = link.href;

  async function showMore(): Promise<void> {
    button.disabled = true;
    button.setAttribute("aria-busy", "true");
    const page = await nextPage(address, locale).catch(() => null);
    const added = [...(page?.querySelector(list)?.children ?? [])];
    if (page === null || added.length === 0) {
      location.assign(address);
      return;
    }
    shown?.append(...added);
    for (const card of added) showOwnPrices(card, store, context);
    status.textContent = added.length === 1 ? "One more product" : `${String(added.length)} more products`;
    added[0]?.querySelector<HTMLElement>("a")?.focus();
    const following = page.querySelector<HTMLAnchorElement>(`.stoa-pages ${next}`);
    button.disabled = false;
    button.removeAttribute("aria-busy");
    if (following === null) button.remove();
    else address = following.href;
  }

  button.addEventListener("click", () => void showMore());
  link.replaceWith(button);
  pages.append(status);
}
