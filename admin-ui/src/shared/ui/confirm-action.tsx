import Button, { type ButtonProps } from "@mui/material/Button";
import { useState } from "react";
import { errorText } from "../i18n/error-text";
import { ConfirmDialog } from "./confirm-dialog";

interface ConfirmActionProps {
  label: string;
  /** How the button looks, and its spoken name where several have the same label. */
  button?: ButtonProps;
  question: string;
  /** What follows from it. */
  consequence: string;
  confirmLabel: string;
  tone?: "primary" | "error";
  /** Throws when it was refused. */
  onConfirm: () => Promise<void>;
}

/** A button that does something after a question, and says why when it was refused. */
export function ConfirmAction({ label, button, question, consequence, onConfirm, ...dialog }: ConfirmActionProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      setAsking(false);
    } catch (failure) {
      setError(errorText(failure));
    }
    setBusy(false);
  };
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        {...dialog}
        open={asking}
        title={question}
        busy={busy}
        error={error}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        {consequence}
      </ConfirmDialog>
    </>
  );
}
