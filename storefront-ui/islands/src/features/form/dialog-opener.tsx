import { useLayoutEffect, useState } from "react";
import { Existing } from "@/shared/react/existing";

interface DialogOpenerProps {
  /** What the server rendered around the form; the dialog shows it. */
  frame: HTMLElement;
  form: HTMLFormElement;
}

/** A button in place of a form, which opens the form in a dialog. */
export function DialogOpener({ frame, form }: DialogOpenerProps) {
  const [button] = useState(() => document.createElement("button"));
  useLayoutEffect(() => {
    frame.replaceWith(button);
    return () => button.replaceWith(frame);
  }, [frame, button]);
  return (
    <Existing
      element={button}
      type="button"
      class="stoa-button stoa-button--primary stoa-form__open"
      aria-haspopup="dialog"
      onClick={() => void import("./lightbox").then(({ openInDialog }) => openInDialog(frame, form))}
    >
      {frame.dataset.formLightbox}
    </Existing>
  );
}
