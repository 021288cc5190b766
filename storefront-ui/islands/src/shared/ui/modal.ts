import { element } from "./elements";

const scrollLock = "stoa-scroll-lock";
const stops = "a[href], video[controls], button, input, select, textarea, summary, [tabindex]";

function stopsOf(dialog: HTMLElement): HTMLElement[] {
  const all = [...dialog.querySelectorAll<HTMLElement>(stops)];
  return all.filter((stop) => stop.tabIndex >= 0 && !stop.matches(":disabled") && stop.getClientRects().length > 0);
}

/** Keeps the focus inside: after the last stop comes the first, before the first the last. */
function contain(dialog: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== "Tab") return;
  const within = stopsOf(dialog);
  const [from, to] = event.shiftKey ? [within.at(0), within.at(-1)] : [within.at(-1), within.at(0)];
  const active = document.activeElement;
  if (active !== from && active !== dialog && dialog.contains(active)) return;
  event.preventDefault();
  to?.focus();
}

/** The button in the corner of a dialog that closes it. */
export function closeButton(dialog: HTMLDialogElement): HTMLButtonElement {
  const button = element("button", "stoa-dialog__close", "×", { type: "button", "aria-label": "Close" });
  button.addEventListener("click", () => {
    dialog.close();
  });
  return button;
}

/**
 * Shows a dialog over the page until it is closed by its own button, Escape or a click beside it. Meanwhile the focus
 * stays in it and the page does not scroll; then the dialog goes, and the focus returns to where it was.
 */
export function openModal(dialog: HTMLDialogElement, first: HTMLElement): void {
  const opener = document.activeElement;
  document.body.append(dialog);
  dialog.dataset.modal = "";
  document.documentElement.classList.add(scrollLock);
  dialog.addEventListener("keydown", (event) => {
    contain(dialog, event);
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (document.querySelector("dialog[data-modal]") === null) document.documentElement.classList.remove(scrollLock);
    if (opener instanceof HTMLElement) opener.focus();
  });
  dialog.showModal();
  first.focus();
}
