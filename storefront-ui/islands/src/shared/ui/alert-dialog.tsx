import { useRef } from "react";
import { closeDialog, Modal, openDialog } from "@/shared/react/dialog";
import { textOf } from "@/shared/text/messages";

interface Question {
  title: string;
  text: string;
  /** Label of the confirm button. */
  label: string;
  /** Label of the cancel button; null for a message without a choice. */
  cancel: string | null;
}

let made = 0;

interface AlertDialogProps extends Question {
  /** Part of its ids on the page. */
  id: number;
  onAnswer: (isAgreed: boolean) => void;
}

function AlertDialog({ title, text, label, cancel, id, onAnswer }: AlertDialogProps) {
  const isAgreed = useRef(cancel === null);
  const titleId = `stoa-alert-title-${id}`;
  const bodyId = `stoa-alert-body-${id}`;
  return (
    <Modal
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={bodyId}
      onClose={() => onAnswer(isAgreed.current)}
    >
      <h2 className="stoa-dialog__title" id={titleId}>
        {title}
      </h2>
      <p className="stoa-dialog__body" id={bodyId}>
        {text}
      </p>
      <div className="stoa-dialog__actions">
        {cancel === null ? null : (
          <button type="button" className="stoa-button stoa-button--secondary" onClick={closeDialog}>
            {cancel}
          </button>
        )}
        <button
          type="button"
          className="stoa-button stoa-button--primary"
          onClick={(event) => {
            isAgreed.current = true;
            closeDialog(event);
          }}
        >
          {label}
        </button>
      </div>
    </Modal>
  );
}

/**
 * Asks for confirmation; resolves to whether it was given. Escape and a click outside cancel; without a cancel button,
 * they confirm. Focus returns to its previous element.
 */
export function confirm(question: Question): Promise<boolean> {
  made += 1;
  const id = made;
  return openDialog((onAnswer) => <AlertDialog {...question} id={id} onAnswer={onAnswer} />);
}

/** Shows a message that must be acknowledged. */
export async function showAlert(title: string, text: string): Promise<void> {
  await confirm({ title, text, label: textOf("dialog.ok"), cancel: null });
}
