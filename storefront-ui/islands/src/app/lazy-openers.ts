import { navigation } from "@/shared/page/navigation";

/** Mounts the islands in content that was added later. */
type MountContent = (place: HTMLElement) => Promise<void>;
type Open = (opener: HTMLAnchorElement, enliven: MountContent) => Promise<void> | void;

/** Links that open a dialog. Its code is loaded when the first such link is followed. */
const openers: Readonly<Record<string, () => Promise<Open>>> = {
  "a[data-stoa-lightbox]": () => import("@/features/lightbox/lightbox").then((module) => module.openLightbox),
  "a[data-stoa-quick-view]": () => import("@/features/product/quick-view").then((module) => module.openQuickView),
};

function wantsNewWindow(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

/** Listens on the document, so that links added later work too. If opening fails, the link is followed. */
export function mountOpeners(enliven: MountContent): void {
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
