import { useLayoutEffect, useRef, useState, type ComponentProps, type MouseEvent, type ReactElement } from "react";
import { createPortal } from "react-dom";
import { createRoot } from "react-dom/client";
import { holdPage, releasePage, trapFocus } from "@/shared/ui/modal";
import { textOf } from "@/shared/text/messages";

interface DialogProps extends Omit<ComponentProps<"dialog">, "ref" | "onClick" | "onClose" | "onKeyDown"> {
  /**
   * Called before it is shown: adds content that is not a component's, and returns what takes the focus. Without it
   * that is the first button.
   */
  onOpen?: (dialog: HTMLDialogElement) => HTMLElement | null;
  onClose: () => void;
}

interface FrameProps extends DialogProps {
  /** The focus stays in it, and the page behind does not scroll. */
  holdsPage: boolean;
}

function Frame({ holdsPage, onOpen, onClose, className = "stoa-dialog", ...props }: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opener] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown === null) return;
    const first = onOpen === undefined ? shown.querySelector("button") : onOpen(shown);
    if (holdsPage) holdPage(shown);
    shown.showModal();
    first?.focus();
    // oxlint-disable-next-line exhaustive-deps -- it opens once
  }, []);
  return createPortal(
    <dialog
      {...props}
      ref={dialog}
      className={className}
      onKeyDown={holdsPage ? (event) => trapFocus(event.currentTarget, event.nativeEvent) : undefined}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
      onClose={(event) => {
        if (holdsPage) releasePage(event.currentTarget);
        onClose();
        if (opener instanceof HTMLElement) opener.focus();
      }}
    />,
    document.body,
  );
}

/**
 * A dialog over the page. It opens at once; its own buttons, Escape and a click outside close it. The component is to
 * be removed then; the focus returns to its previous element.
 */
export function Dialog(props: DialogProps) {
  return <Frame {...props} holdsPage={false} />;
}

/** A dialog that keeps the focus, behind which the page does not scroll. */
export function Modal(props: DialogProps) {
  return <Frame {...props} aria-modal holdsPage />;
}

/** Closes the dialog around a button. */
export function closeDialog(event: MouseEvent<HTMLElement>): void {
  event.currentTarget.closest("dialog")?.close();
}

/** The close button in the corner of a dialog. */
export function CloseButton() {
  return (
    <button type="button" className="stoa-dialog__close" aria-label={textOf("dialog.close")} onClick={closeDialog}>
      ×
    </button>
  );
}

/** Opens a dialog from outside of components; resolves to what it is closed with. */
export function openDialog<Answer>(dialogWith: (onClose: (answer: Answer) => void) => ReactElement): Promise<Answer> {
  return new Promise((resolve) => {
    const root = createRoot(new DocumentFragment());
    const close = (answer: Answer): void => {
      root.unmount();
      resolve(answer);
    };
    root.render(dialogWith(close));
  });
}
