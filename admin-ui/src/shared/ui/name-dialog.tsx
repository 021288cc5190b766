import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { useState } from "react";

interface NameDialogProps {
  title: string;
  initial?: string;
  help: string;
  action: string;
  busy: boolean;
  error: string | null;
  onSubmit: (name: string) => void;
  onClose: () => void;
}

/** Asks for a name. */
export function NameDialog({ title, initial = "", help, action, busy, error, onSubmit, onClose }: NameDialogProps) {
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
            label="Name"
            value={name}
            autoFocus
            required
            fullWidth
            sx={{ mt: 1 }}
            error={error !== null}
            helperText={error ?? help}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 80 } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={busy} disabled={name.trim() === ""}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
