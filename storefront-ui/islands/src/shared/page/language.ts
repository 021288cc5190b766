/** First part of the addresses of the page's language, such as `/fr`; empty in the primary language. */
export function languagePrefix(): string {
  return document.documentElement.dataset.languagePrefix ?? "";
}

let addressed = (address: string): string => address;

/** The address of a page in the language of this page. */
export function inLanguage(address: string): string {
  return addressed(address);
}

/** Sets how addresses are put in the language of the page; pages in the primary language do not need it. */
export function putAddressesInLanguage(how: typeof addressed): void {
  addressed = how;
}
