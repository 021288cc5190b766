import { element } from "./elements";

const id = "stoa-announcements";

function region(): HTMLElement {
  const known = document.getElementById(id);
  if (known !== null) return known;
  const made = element("div", "stoa-hidden", undefined, { id, "aria-live": "polite" });
  document.body.append(made);
  return made;
}

/** Inserts the live region, so that it exists before the first message. */
export function prepareAnnouncements(): void {
  region();
}

/** Announces a message politely to screen readers. */
export function announce(message: string): void {
  region().textContent = message;
}
