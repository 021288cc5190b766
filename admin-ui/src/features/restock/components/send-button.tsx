import Button from "@mui/material/Button";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";

interface SendButtonProps {
  label: string;
  /** Spoken name, where several buttons have the same label. */
  name?: string;
  question: string;
  /** What follows from it. */
  consequence: string;
  prominent?: boolean;
  /** Throws when it was refused. */
  onSend: () => Promise<void>;
}

/** A button that sends letters after a question: they cannot be called back. */
export function SendButton({ label, name, question, consequence, prominent = false, onSend }: SendButtonProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await onSend();
      setAsking(false);
    } catch (failure) {
      setError(errorText(failure));
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        variant={prominent ? "contained" : "text"}
        size={prominent ? "medium" : "small"}
        color={prominent ? "primary" : "inherit"}
        aria-label={name}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        title={question}
        confirmLabel="Send"
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
