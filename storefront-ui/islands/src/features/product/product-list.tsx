import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { languagePrefix } from "@/shared/page/language";
import { Existing } from "@/shared/react/existing";
import { island, type IslandProps } from "@/shared/react/island";
import { usePage, usePageStore } from "@/shared/react/page";
import { choiceOf } from "@/shared/text/rich-messages";
import { textOf } from "@/shared/text/messages";
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
  // The engine prints the addresses of the primary language.
  if (languagePrefix() !== "") (await import("@/shared/page/language-links")).linkWithin(page.content);
  return page.content;
}

interface MoreProductsProps {
  /** The links to other pages of the list. */
  pages: HTMLElement;
  link: HTMLAnchorElement;
  shown: Element;
}

/**
 * A button in place of the link to the next page, which appends that page's products. If that fails, the link is
 * followed.
 */
function MoreProducts({ pages, link, shown }: MoreProductsProps) {
  const context = usePage();
  const store = usePageStore();
  const [button] = useState(() => document.createElement("button"));
  /** URL of the next page; null if there are no more. */
  const [address, setAddress] = useState<string | null>(link.href);
  const [isLoading, setLoading] = useState(false);
  const [message, setMessage] = useState("");

  useLayoutEffect(() => {
    if (address === null) button.remove();
    else if (link.isConnected) link.replaceWith(button);
  }, [address, link, button]);

  const showMore = async (): Promise<void> => {
    if (address === null) return;
    setLoading(true);
    const page = await nextPage(address, context.locale).catch(() => null);
    const added = [...(page?.querySelector(list)?.children ?? [])];
    if (page === null || added.length === 0) {
      location.assign(address);
      return;
    }
    shown.append(...added);
    for (const card of added) showOwnPrices(card, store, context);
    added[0]?.querySelector("a")?.focus();
    setMessage(choiceOf("productList.loaded", { count: added.length }));
    setAddress(page.querySelector<HTMLAnchorElement>(`.stoa-pages ${next}`)?.href ?? null);
    setLoading(false);
  };

  return (
    <>
      <Existing
        element={button}
        type="button"
        class={link.className}
        disabled={isLoading}
        aria-busy={isLoading || undefined}
        onClick={() => void showMore()}
      >
        {textOf("productList.more")}
      </Existing>
      {createPortal(
        <span role="status" className="visually-hidden">
          {message}
        </span>,
        pages,
      )}
    </>
  );
}

/** Lays the component over the links to other pages of a product list. */
export const mountProductList = island(function ProductList({ place }: IslandProps) {
  const [link] = useState(() => place.querySelector<HTMLAnchorElement>(next));
  const [shown] = useState(() => document.querySelector(list));
  return link === null || shown === null ? null : <MoreProducts pages={place} link={link} shown={shown} />;
});

export default mountProductList;
