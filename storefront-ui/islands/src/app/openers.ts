import { navigation } from "@/shared/page/navigation";

/** Brings to life what was put into a place after the page was. */
export type Enliven = (place: HTMLElement) => Promise<void>;
type Open = (opener: HTMLAnchorElement, enliven: Enliven) => Promise<void> | void;

/** Links that open something over the page. What opens it is loaded when the first one is followed. */
const openers: Readonly<Record<string, () => Promise<Open>>> = {
  "a[data-stoa-lightbox]": async () => (await import("@/features/lightbox/lightbox")).openLightbox,
  "a[data-stoa-quick-view]": async () => (await import("@/features/product/quick-view")).openQuickView,
};

function wantsNewWindow(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

/** Listens on the whole page, so that links which come later open too. Where opening fails, the link is followed. */
export function mountOpeners(enliven: Enliven): void {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || wantsNewWindow(event) || !(event.target instanceof Element)) return;
    for (const [selector, load] of Object.entries(openers)) {
      const link = event.target.closest<HTMLAnchorElement>(selector);
      if (link === null) continue;
      event.preventDefault();
      void load()
        .then((open) => open(link, enliven))
        .catch(() => {
          navigation.go(link.href);
        });
      return;
    }
  });
}
