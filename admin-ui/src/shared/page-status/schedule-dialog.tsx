import { t } from "@lingui/core/macro";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { FormDialog } from "../form/form-dialog";
import { parseMoment, zoneHelp } from "../i18n/local-time";

interface ScheduleDialogProps {
  busy: boolean;
  error: string | null;
  onChosen: (time: number) => void;
  onClose: () => void;
}

/** Asks for the publication time of a draft. */
export function ScheduleDialog({ busy, error, onChosen, onClose }: ScheduleDialogProps) {
  const [text, setText] = useState("");
  const time = parseMoment(text);
  return (
    <FormDialog
      title={t`Publish later`}
      error={error}
      submitLabel={t`Schedule`}
      busy={busy}
      incomplete={time === null}
      onSubmit={(event) => {
        event.preventDefault();
        if (time !== null) onChosen(time);
      }}
      onClose={onClose}
    >
      <TextField
        type="datetime-local"
        label={t`Publish on`}
        helperText={zoneHelp()}
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ inputLabel: { shrink: true } }}
        sx={{ mt: 1 }}
        fullWidth
      />
    </FormDialog>
  );
}
