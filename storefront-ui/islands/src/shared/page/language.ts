/** Beginnings of paths that are the same in every language: files, the API, and ways back from payment pages. */
const shared =
  /^\/(?:(?:admin|api|apple-touch-icon\.png|assets|cookie-settings|favicon\.(?:ico|svg)|mailing-list|robots\.txt|sample|sitemap\.xml|static|themes|~[a-z-]+)(?:[/?#]|$)|account\/email\/|cart\/back|checkout\/(?:downloads|lessons|payment-canceled|payment-return)\/)/;

/** First part of the addresses of the page's language, such as `/fr`; empty in the primary language. */
export function languagePrefix(): string {
  return document.documentElement.dataset.languagePrefix ?? "";
}

/** The same of all public languages and of this page's. */
function allPrefixes(): string[] {
  return document.documentElement.dataset.languagePrefixes?.split(" ") ?? [languagePrefix()];
}

/** The address of a page in the language of this page. Addresses elsewhere, of files and of pages in any language are unchanged. */
export function inLanguage(address: string): string {
  const prefix = languagePrefix();
  if (prefix === "" || !/^\/(?![/\\])/.test(address) || shared.test(address)) return address;
  const isBelow = (other: string) => address.startsWith(other) && /^(?:$|[/?#])/.test(address.slice(other.length));
  if (allPrefixes().some(isBelow)) return address;
  return prefix + (/^\/(?:[?#]|$)/.test(address) ? address.slice(1) : address);
}
