import { useLayoutEffect, useState } from "react";
import { Existing } from "@/shared/react/existing";
import type { FormDialog } from "./form-dialog";

interface DialogOpenerProps {
  /** What the server rendered around the form; the dialog shows it. */
  frame: HTMLElement;
  form: HTMLFormElement;
}

/** A button in place of a form, which opens the form in a dialog. */
export function DialogOpener({ frame, form }: DialogOpenerProps) {
  const [button] = useState(() => document.createElement("button"));
  /** The code of the open dialog; null while it is closed. */
  const [opened, setOpened] = useState<{ FormDialog: typeof FormDialog } | null>(null);
  useLayoutEffect(() => {
    frame.replaceWith(button);
    return () => button.replaceWith(frame);
  }, [frame, button]);
  return (
    <>
      <Existing
        element={button}
        type="button"
        class="stoa-button stoa-button--primary stoa-form__open"
        aria-haspopup="dialog"
        onClick={() => void import("./form-dialog").then(setOpened)}
      >
        {frame.dataset.formLightbox}
      </Existing>
      {opened === null ? null : <opened.FormDialog frame={frame} form={form} onClose={() => setOpened(null)} />}
    </>
  );
}
