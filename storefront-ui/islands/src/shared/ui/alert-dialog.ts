import { element } from "./elements";
import { openModal } from "./modal";

interface Question {
  title: string;
  text: string;
  /** Label of the confirm button. */
  label: string;
  /** Label of the cancel button; null for a message without a choice. */
  cancel: string | null;
}

let made = 0;

function dialogOf({ title, text }: Question, actions: HTMLElement): HTMLDialogElement {
  made += 1;
  const titleId = `stoa-alert-title-${made}`;
  const bodyId = `stoa-alert-body-${made}`;
  const dialog = element("dialog", "stoa-dialog", undefined, {
    role: "alertdialog",
    "aria-modal": "true",
    "aria-labelledby": titleId,
    "aria-describedby": bodyId,
  });
  dialog.append(
    element("h2", "stoa-dialog__title", title, { id: titleId }),
    element("p", "stoa-dialog__body", text, { id: bodyId }),
    actions,
  );
  return dialog;
}

/**
 * Asks for confirmation; resolves to whether it was given. Escape and a click outside cancel; without a cancel button,
 * they confirm. Focus returns to its previous element.
 */
export function confirm(question: Question): Promise<boolean> {
  const actions = element("div", "stoa-dialog__actions");
  const dialog = dialogOf(question, actions);
  const agree = element("button", "stoa-button stoa-button--primary", question.label, { type: "button" });
  const refuse = question.cancel === null ? null : element("button", "stoa-button stoa-button--secondary", question.cancel, { type: "button" });
  actions.append(...(refuse === null ? [agree] : [refuse, agree]));
  return new Promise((resolve) => {
    let isAgreed = refuse === null;
    agree.addEventListener("click", () => {
      isAgreed = true;
      dialog.close();
    });
    refuse?.addEventListener("click", () => {
      dialog.close();
    });
    openModal(dialog, refuse ?? agree);
    dialog.addEventListener("close", () => {
      resolve(isAgreed);
    });
  });
}

/** Shows a message that must be acknowledged. */
export async function showAlert(title: string, text: string): Promise<void> {
  await confirm({ title, text, label: "OK", cancel: null });
}
