import { languagePrefix, putAddressesInLanguage } from "./language";

/** Beginnings of paths that are the same in every language: files, the API, and ways back from payment pages. */
const shared =
  /^\/(?:(?:admin|api|apple-touch-icon\.png|assets|cookie-settings|favicon\.(?:ico|svg)|robots\.txt|sample|sitemap\.xml|static|themes|~[a-z-]+)(?:[/?#]|$)|account\/email\/|cart\/back|checkout\/(?:downloads|lessons|payment-canceled|payment-return)\/|mailing-list\/)/;

const links = "a[href]:not([hreflang]):not([download])";

/** The same of all public languages and of this page's. */
function allPrefixes(): string[] {
  return document.documentElement.dataset.languagePrefixes?.split(" ") ?? [languagePrefix()];
}

/** The address of a page in the language of this page. Addresses elsewhere, of files and of pages in any language are unchanged. */
export function addressInLanguage(address: string): string {
  const prefix = languagePrefix();
  if (prefix === "" || !/^\/(?![/\\])/.test(address) || shared.test(address)) return address;
  const isBelow = (other: string) => address.startsWith(other) && /^(?:$|[/?#])/.test(address.slice(other.length));
  if (allPrefixes().some(isBelow)) return address;
  return prefix + (/^\/(?:[?#]|$)/.test(address) ? address.slice(1) : address);
}

/** Makes links lead to pages in the language of this page, as the server does in its HTML. */
export function linkWithin(within: ParentNode): void {
  for (const link of within.querySelectorAll<HTMLAnchorElement>(links)) {
    const address = link.getAttribute("href") ?? "";
    const changed = addressInLanguage(address);
    if (changed !== address) link.setAttribute("href", changed);
  }
}

let isFollowed = false;

/** Puts addresses in the language of the page: those that scripts go to, and all links that they add. */
export function followLanguageOfPage(): void {
  if (isFollowed) return;
  isFollowed = true;
  putAddressesInLanguage(addressInLanguage);
  linkWithin(document);
  const changes = new MutationObserver((records) => {
    for (const { target } of records) if (target.parentElement !== null) linkWithin(target.parentElement);
  });
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ["href"] });
}
