/** Beginnings of paths that are the same in every language: files, the API, and ways back from payment pages. */
const shared =
  /^\/(?:(?:admin|api|assets|cookie-settings|mailing-list|sample|static|themes|~[a-z-]+)(?:[/?#]|$)|account\/email\/|cart\/back|checkout\/(?:downloads|lessons|payment-canceled|payment-return)\/)/;

/** First part of the addresses of the page's language, such as `/fr`; empty in the primary language. */
export function languagePrefix(): string {
  return document.documentElement.dataset.languagePrefix ?? "";
}

/** The address of a page in the language of this page. Addresses elsewhere and of files are unchanged. */
export function inLanguage(address: string): string {
  const prefix = languagePrefix();
  if (prefix === "" || !/^\/(?![/\\])/.test(address) || shared.test(address)) return address;
  const rest = address.slice(prefix.length);
  if (address.startsWith(prefix) && (rest === "" || /^[/?#]/.test(rest))) return address;
  return prefix + (/^\/(?:[?#]|$)/.test(address) ? address.slice(1) : address);
}
