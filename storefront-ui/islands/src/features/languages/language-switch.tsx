import { useState } from "react";
import { createPortal } from "react-dom";
import { mayRemember } from "@/shared/page/consent";
import type { PageContext } from "@/shared/page/context";
import { readCookie } from "@/shared/page/cookies";
import { island, type IslandProps } from "@/shared/react/island";
import { usePage } from "@/shared/react/page";

/** Storage key; set once the visitor has closed the offer or followed it. */
const closed = "languageOfferClosed";

/** Local storage, or session storage without consent. Browsers can block both. */
function storageFor(context: PageContext): Storage | null {
  try {
    return mayRemember(context) ? localStorage : sessionStorage;
  } catch {
    return null;
  }
}

function wasClosed(context: PageContext): boolean {
  return storageFor(context)?.getItem(closed) === "true";
}

function remember(context: PageContext): void {
  try {
    storageFor(context)?.setItem(closed, "true");
  } catch {
    // It is offered again on the next page.
  }
}

const language = (tag: string): string => tag.toLowerCase().split("-")[0] ?? "";

/** The version of the page that the browser prefers: in a language with its region, otherwise in the language alone. */
export function preferred(
  links: readonly HTMLAnchorElement[],
  wanted: readonly string[] = navigator.languages,
): HTMLAnchorElement | null {
  for (const tag of wanted) {
    const exact = links.find((link) => link.hreflang.toLowerCase() === tag.toLowerCase());
    const found = exact ?? links.find((link) => language(link.hreflang) === language(tag));
    if (found !== undefined) return found;
  }
  return null;
}

/** A bar above the page, in the language that it offers. */
function barFor(offered: HTMLAnchorElement | null): HTMLElement | null {
  if (offered === null) return null;
  const bar = document.createElement("aside");
  bar.className = "stoa-language-offer";
  bar.lang = offered.hreflang;
  bar.dir = offered.dir;
  document.body.prepend(bar);
  return bar;
}

/**
 * Offers the page in the language of the browser, if it is another one. The page is the same for all visitors, and
 * nobody is redirected.
 */
function LanguageSwitch({ place }: IslandProps) {
  const context = usePage();
  const [offered, setOffered] = useState(() => {
    const links = [...place.querySelectorAll<HTMLAnchorElement>("a[hreflang]")];
    const found = preferred(links);
    const isOther = found !== null && found.getAttribute("aria-current") === null;
    const hasChosen = readCookie("siteLanguage") !== null || wasClosed(context);
    const isShown = document.querySelector(".stoa-language-offer") !== null;
    return isOther && !hasChosen && !isShown && !context.inEditor ? found : null;
  });
  const [bar] = useState(() => barFor(offered));
  if (offered === null || bar === null) return null;
  const { offer = "", dismiss = "" } = offered.dataset;
  const close = (): void => {
    remember(context);
    bar.remove();
    setOffered(null);
  };
  return createPortal(
    <>
      <a href={offered.getAttribute("href") ?? "/"} hrefLang={offered.hreflang} onClick={() => remember(context)}>
        {offer}
      </a>
      <button type="button" className="stoa-button stoa-button--text stoa-button--small" onClick={close}>
        {dismiss}
      </button>
    </>,
    bar,
  );
}

export const mountLanguageSwitch = island(LanguageSwitch);

export default mountLanguageSwitch;
