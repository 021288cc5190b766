import { element } from "@/shared/ui/elements";
import { closeButton, openModal } from "@/shared/ui/modal";

/** Replaces a form with a button that opens it in a dialog. Input is kept when the dialog is closed. */
export function openInLightbox(frame: HTMLElement, form: HTMLFormElement): void {
  const button = element("button", "stoa-button stoa-button--primary stoa-form__open", frame.dataset.formLightbox, {
    type: "button",
    "aria-haspopup": "dialog",
  });
  frame.replaceWith(button);
  button.addEventListener("click", () => {
    const dialog = element("dialog", "stoa-dialog", undefined, {
      "aria-label": form.getAttribute("aria-label") ?? "",
      "aria-modal": "true",
    });
    const close = closeButton(dialog);
    dialog.append(close, frame);
    openModal(dialog, form.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea") ?? close);
  });
}
