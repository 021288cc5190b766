import { element } from "@/shared/ui/elements";
import { closeButton, openModal } from "@/shared/ui/modal";

/** Opens a form in a dialog. Input is kept when the dialog is closed. */
export function openInDialog(frame: HTMLElement, form: HTMLFormElement): void {
  const dialog = element("dialog", "stoa-dialog", undefined, {
    "aria-label": form.getAttribute("aria-label") ?? "",
    "aria-modal": "true",
  });
  const close = closeButton(dialog);
  dialog.append(close, frame);
  openModal(dialog, form.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea") ?? close);
}
