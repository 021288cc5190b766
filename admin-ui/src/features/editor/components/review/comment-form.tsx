import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { ReviewCommentText } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";

interface CommentFormProps {
  label: string;
  action: string;
  initial?: string;
  busy: boolean;
  error: string | null;
  /** Resolves to whether the comment was saved; the field is cleared then. */
  onSubmit: (body: string) => Promise<boolean>;
  onCancel?: () => void;
}

/** Field for a comment. Ctrl+Enter submits it. */
export function CommentForm({ label, action, initial = "", busy, error, onSubmit, onCancel }: CommentFormProps) {
  const [body, setBody] = useState(initial);
  const submit = async () => {
    if (body.trim() === "" || busy) return;
    if (await onSubmit(body)) setBody("");
  };
  return (
    <Stack
      component="form"
      sx={{ gap: 1 }}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={label}
        size="small"
        multiline
        minRows={2}
        value={body}
        error={error !== null}
        helperText={error}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit();
        }}
        slotProps={{ htmlInput: { maxLength: maxOf(ReviewCommentText.entries.body) } }}
      />
      <Stack direction="row" sx={{ gap: 1, justifyContent: "flex-end" }}>
        {onCancel !== undefined && (
          <Button size="small" color="inherit" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        )}
        <Button type="submit" size="small" variant="outlined" loading={busy} disabled={body.trim() === ""}>
          {action}
        </Button>
      </Stack>
    </Stack>
  );
}
