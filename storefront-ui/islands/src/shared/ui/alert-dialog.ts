import { element } from "./elements";

let made = 0;

/** Shows a message that must be acknowledged; focus returns to where it was. */
export function showAlert(title: string, message: string): Promise<void> {
  made += 1;
  const titleId = `stoa-alert-title-${made}`;
  const bodyId = `stoa-alert-body-${made}`;
  const dialog = element("dialog", "stoa-dialog", undefined, {
    role: "alertdialog",
    "aria-modal": "true",
    "aria-labelledby": titleId,
    "aria-describedby": bodyId,
  });
  const button = element("button", "stoa-button stoa-button--primary", "OK", { type: "button" });
  const actions = element("div", "stoa-dialog__actions");
  actions.append(button);
  dialog.append(
    element("h2", "stoa-dialog__title", title, { id: titleId }),
    element("p", "stoa-dialog__body", message, { id: bodyId }),
    actions,
  );
  const focused = document.activeElement;
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (focused instanceof HTMLElement) focused.focus();
      resolve();
    });
    button.addEventListener("click", () => {
      dialog.close();
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    dialog.showModal();
    button.focus();
  });
}
