const scrollLock = "stoa-scroll-lock";
const tabStops = "a[href], video[controls], button, input, select, textarea, summary, [tabindex]";

function tabStopsOf(dialog: HTMLElement): HTMLElement[] {
  const all = [...dialog.querySelectorAll<HTMLElement>(tabStops)];
  return all.filter((stop) => stop.tabIndex >= 0 && !stop.matches(":disabled") && stop.getClientRects().length > 0);
}

/** Focus trap: wraps from the last tab stop to the first and back. */
export function trapFocus(dialog: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== "Tab") return;
  const within = tabStopsOf(dialog);
  const [from, to] = event.shiftKey ? [within.at(0), within.at(-1)] : [within.at(-1), within.at(0)];
  const active = document.activeElement;
  if (active !== from && active !== dialog && dialog.contains(active)) return;
  event.preventDefault();
  to?.focus();
}

/** Stops the page behind a dialog from scrolling. */
export function holdPage(dialog: HTMLDialogElement): void {
  dialog.dataset.modal = "";
  document.documentElement.classList.add(scrollLock);
}

/** Lets the page scroll again, unless another dialog holds it. */
export function releasePage(dialog: HTMLDialogElement): void {
  delete dialog.dataset.modal;
  if (document.querySelector("dialog[data-modal]") === null) document.documentElement.classList.remove(scrollLock);
}
