import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import type { ReactNode, SubmitEventHandler } from "react";
import { useHeldLanguage } from "../i18n/language-hold";

interface FormDialogProps {
  title: string;
  /** Introductory text. */
  intro?: string;
  error: string | null;
  width?: "xs" | "sm";
  submitLabel: string;
  cancelLabel?: string;
  tone?: "primary" | "error";
  busy: boolean;
  /** Whether required input is missing, so that it cannot be submitted. */
  incomplete?: boolean;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog; mounted while it is open, so that each opening starts empty. */
export function FormDialog(props: FormDialogProps) {
  useHeldLanguage(true);
  const { title, intro, error, width = "xs", submitLabel, cancelLabel = t`Cancel`, tone = "primary" } = props;
  return (
    <Dialog open onClose={props.onClose} maxWidth={width} fullWidth>
      <form noValidate onSubmit={props.onSubmit}>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>
          {intro !== undefined && (
            <DialogContentText variant="body2" sx={{ mb: 2.5 }}>
              {intro}
            </DialogContentText>
          )}
          {error !== null && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {error}
            </Alert>
          )}
          {props.children}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={props.onClose}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={tone}
            loading={props.busy}
            disabled={props.incomplete ?? false}
          >
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
