import { useState } from "react";
import { mayRemember } from "@/shared/page/consent";
import type { PageContext } from "@/shared/page/context";
import { Existing } from "@/shared/react/existing";
import { island } from "@/shared/react/island";
import { usePage } from "@/shared/react/page";

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

/** An announcement bar that stays closed until its text changes. */
function Announcement({ bar }: { bar: HTMLDetailsElement }) {
  const context = usePage();
  const [said] = useState(() => bar.querySelector(".stoa-announcement__text")?.textContent.trim() ?? "");
  const [wasClosed] = useState(() => storageFor(context)?.getItem(closed) === said);
  const remember = (): void => {
    try {
      if (bar.open) storageFor(context)?.removeItem(closed);
      else storageFor(context)?.setItem(closed, said);
    } catch {
      // Without storage it is open again on the next page.
    }
  };
  return <Existing element={bar} open={wasClosed ? null : undefined} onToggle={remember} />;
}

export const mountAnnouncement = island(function AnnouncementIsland({ place }) {
  return place instanceof HTMLDetailsElement ? <Announcement bar={place} /> : null;
});

export default mountAnnouncement;
