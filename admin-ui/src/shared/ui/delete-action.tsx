import Button from "@mui/material/Button";
import { useState } from "react";
import { errorText } from "../i18n/error-text";
import { ConfirmDialog } from "./confirm-dialog";

interface DeleteActionProps {
  /** What goes, such as "this discount". */
  what: string;
  /** What follows from it. */
  consequence: string;
  /** Throws when it was refused. */
  onDelete: () => Promise<void>;
}

/** A button that deletes after a question. */
export function DeleteAction({ what, consequence, onDelete }: DeleteActionProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await onDelete();
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  };
  return (
    <>
      <Button color="error" variant="outlined" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Delete ${what}?`}
        confirmLabel="Delete"
        tone="error"
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
