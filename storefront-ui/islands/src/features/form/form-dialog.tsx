import { CloseButton, Modal } from "@/shared/react/dialog";

interface FormDialogProps {
  /** What the server rendered around the form; it moves into the dialog and keeps what is typed into it. */
  frame: HTMLElement;
  form: HTMLFormElement;
  onClose: () => void;
}

/** A dialog with a form of the page. */
export function FormDialog({ frame, form, onClose }: FormDialogProps) {
  const open = (dialog: HTMLDialogElement): HTMLElement | null => {
    dialog.append(frame);
    return (
      form.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea") ?? dialog.querySelector("button")
    );
  };
  return (
    <Modal aria-label={form.getAttribute("aria-label") ?? ""} onOpen={open} onClose={onClose}>
      <CloseButton />
    </Modal>
  );
}
