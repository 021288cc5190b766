import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import type { Rule } from "@stoa/api/rule";
import { useState } from "react";
import { maxOf } from "../form/field-rules";

interface NameDialogProps {
  title: string;
  initial?: string;
  help: string;
  /** The rule of the name. */
  rule: Rule;
  action: string;
  busy: boolean;
  error: string | null;
  onSubmit: (name: string) => void;
  onClose: () => void;
}

/** Asks for a name. */
export function NameDialog({
  title,
  initial = "",
  help,
  rule,
  action,
  busy,
  error,
  onSubmit,
  onClose,
}: NameDialogProps) {
  const [name, setName] = useState(initial);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="name-dialog-title">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(name.trim());
        }}
      >
        <DialogTitle id="name-dialog-title">{title}</DialogTitle>
        <DialogContent>
          <TextField
            label={t`Name`}
            value={name}
            autoFocus
            required
            fullWidth
            sx={{ mt: 1 }}
            error={error !== null}
            helperText={error ?? help}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: maxOf(rule) } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" variant="contained" loading={busy} disabled={name.trim() === ""}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
