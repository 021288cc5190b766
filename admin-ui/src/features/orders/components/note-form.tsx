import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { NoteBody } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useAddNoteMutation } from "../api";

export function NoteForm({ orderId }: { orderId: string }) {
  const website = useWebsite();
  const [text, setText] = useState("");
  const [addNote, { isLoading, error }] = useAddNoteMutation();
  const submit = async () => {
    const outcome = await addNote({ websiteId: website.id, orderId, text });
    if (outcome.error === undefined) setText("");
  };
  return (
    <Stack
      component="form"
      sx={{ gap: 1, mb: 2.5 }}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={t`Note for your team`}
        multiline
        minRows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={error !== undefined}
        helperText={error === undefined ? t`Customers cannot see it.` : errorText(error)}
        slotProps={{ htmlInput: { maxLength: maxOf(NoteBody.entries.text) } }}
      />
      <Button
        type="submit"
        variant="outlined"
        loading={isLoading}
        disabled={text.trim() === ""}
        sx={{ alignSelf: "end" }}
      >
        {t`Add note`}
      </Button>
    </Stack>
  );
}
