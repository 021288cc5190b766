import { element } from "./elements";

const id = "stoa-announcements";

function region(): HTMLElement {
  const known = document.getElementById(id);
  if (known !== null) return known;
  const made = element("div", "stoa-hidden", undefined, { id, "aria-live": "polite" });
  document.body.append(made);
  return made;
}

/** Puts the live region into the page, so that it is known before the first message. */
export function prepareAnnouncements(): void {
  region();
}

/** Says something to people who hear the page, when they have finished listening. */
export function announce(message: string): void {
  region().textContent = message;
}
