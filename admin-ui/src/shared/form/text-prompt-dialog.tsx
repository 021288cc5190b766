import TextField from "@mui/material/TextField";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { FormDialog } from "./form-dialog";

interface TextPromptDialogProps {
  title: string;
  intro?: string;
  label: string;
  initial: string;
  submitLabel: string;
  /** Maximum length in characters. */
  maxLength: number;
  /** Whether an empty text may be submitted, to delete the existing one. */
  mayBeEmpty?: boolean;
  /** Throws if the server refuses it. */
  onSend: (text: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the text of a comment or reply. */
export function TextPromptDialog({
  title,
  intro,
  label,
  initial,
  submitLabel,
  maxLength,
  mayBeEmpty = false,
  onSend,
  onClose,
}: TextPromptDialogProps) {
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
      title={title}
      {...(intro === undefined ? {} : { intro })}
      width="sm"
      error={error}
      submitLabel={submitLabel}
      busy={busy}
      incomplete={mayBeEmpty ? text.trim() === initial.trim() : text.trim() === ""}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onClose={onClose}
    >
      <TextField
        label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        multiline
        minRows={4}
        maxRows={12}
        fullWidth
        autoFocus
        sx={{ mt: 1 }}
        slotProps={{ htmlInput: { maxLength } }}
      />
    </FormDialog>
  );
}
