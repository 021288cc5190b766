import Button, { type ButtonProps } from "@mui/material/Button";
import { useState } from "react";
import { errorText } from "../i18n/error-text";
import { ConfirmDialog } from "./confirm-dialog";

interface ConfirmActionProps {
  label: string;
  /** Button props, including an accessible name where several have the same label. */
  button?: ButtonProps;
  question: string;
  /** Explanation of the consequence. */
  consequence: string;
  confirmLabel: string;
  tone?: "primary" | "error";
  /** Throws if the server refuses it. */
  onConfirm: () => Promise<void>;
}

/** A button with a confirmation dialog, which shows the error if the action fails. */
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
