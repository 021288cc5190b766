import { mayRemember } from "@/shared/page/consent";
import type { PageContext } from "@/shared/page/context";
import type { PageStore } from "@/shared/store/page-store";

/** What the bar said that was closed last. */
const closed = "announcementClosed";

/** For good, or until the tab is closed where nothing may be remembered of the visitor. Browsers can refuse both. */
function shelf(context: PageContext): Storage | null {
  try {
    return mayRemember(context) ? localStorage : sessionStorage;
  } catch {
    return null;
  }
}

/** Keeps the bar above the header closed for who has closed it, until it says something else. */
export function mountAnnouncement(place: HTMLElement, _store: PageStore, context: PageContext): void {
  if (!(place instanceof HTMLDetailsElement)) return;
  const said = place.querySelector(".stoa-announcement__text")?.textContent.trim() ?? "";
  if (shelf(context)?.getItem(closed) === said) place.open = false;
  place.addEventListener("toggle", () => {
    try {
      if (place.open) shelf(context)?.removeItem(closed);
      else shelf(context)?.setItem(closed, said);
    } catch {
      // It is open again on the next page.
    }
  });
}
