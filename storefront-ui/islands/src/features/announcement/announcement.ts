import { mayRemember } from "@/shared/page/consent";
import type { PageContext } from "@/shared/page/context";
import type { PageStore } from "@/shared/store/page-store";

/** Storage key for the text of the bar that was closed last. */
const closed = "announcementClosed";

/** Local storage, or session storage without consent. Browsers can block both. */
function storageFor(context: PageContext): Storage | null {
  try {
    return mayRemember(context) ? localStorage : sessionStorage;
  } catch {
    return null;
  }
}

/** Keeps a closed announcement bar closed until its text changes. */
export function mountAnnouncement(place: HTMLElement, _store: PageStore, context: PageContext): void {
  if (!(place instanceof HTMLDetailsElement)) return;
  const said = place.querySelector(".stoa-announcement__text")?.textContent.trim() ?? "";
  if (storageFor(context)?.getItem(closed) === said) place.open = false;
  place.addEventListener("toggle", () => {
    try {
      if (place.open) storageFor(context)?.removeItem(closed);
      else storageFor(context)?.setItem(closed, said);
    } catch {
      // Without storage it is open again on the next page.
    }
  });
}
