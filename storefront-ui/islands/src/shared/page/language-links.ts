import { inLanguage } from "./language";

const links = "a[href]:not([hreflang]):not([download])";

/** Makes links lead to pages in the language of this page, as the server does in its HTML. */
export function linkWithin(within: ParentNode): void {
  for (const link of within.querySelectorAll<HTMLAnchorElement>(links)) {
    const address = link.getAttribute("href") ?? "";
    const changed = inLanguage(address);
    if (changed !== address) link.setAttribute("href", changed);
  }
}

/** Does so with all links that scripts add to the page. */
export function followLinks(): void {
  linkWithin(document);
  const changes = new MutationObserver((records) => {
    for (const { target } of records) if (target.parentElement !== null) linkWithin(target.parentElement);
  });
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ["href"] });
}
