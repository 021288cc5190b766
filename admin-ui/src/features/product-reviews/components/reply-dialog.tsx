import TextField from "@mui/material/TextField";
import { useState } from "react";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";

const mostText = 2_000;

interface ReplyDialogProps {
  author: string;
  initial: string;
  /** Throws when it was refused. */
  onSend: (text: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the shop's answer to a review. */
export function ReplyDialog({ author, initial, onSend, onClose }: ReplyDialogProps) {
  const [text, setText] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      await onSend(text);
      onClose();
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={`Answer ${author}`}
      intro="Your answer is shown below the review, in the name of the shop. Leave it empty to take it back."
      width="sm"
      error={error}
      submitLabel="Save answer"
      busy={busy}
      incomplete={text.trim() === initial.trim()}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onClose={onClose}
    >
      <TextField
        label="Answer"
        value={text}
        onChange={(event) => setText(event.target.value)}
        multiline
        minRows={4}
        maxRows={12}
        fullWidth
        autoFocus
        sx={{ mt: 1 }}
        slotProps={{ htmlInput: { maxLength: mostText } }}
      />
    </FormDialog>
  );
}
