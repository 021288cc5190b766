import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Slide from "@mui/material/Slide";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode, SubmitEventHandler } from "react";
import { LeaveGuard } from "./leave-guard";

interface FormShellProps {
  label: string;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  onReset: () => void;
  dirty: boolean;
  busy: boolean;
  error: string | null;
  /** What can be done about the error. */
  remedy?: ReactNode;
  /** Without it the form is for reading: no save bar appears. */
  editable: boolean;
  children: ReactNode;
}

/** The frame of an editing form: a save bar once something changed, with what went wrong in it; a guard on leaving. */
export function FormShell(props: FormShellProps) {
  const { label, onSubmit, onReset, dirty, busy, error, remedy, editable, children } = props;
  return (
    <form aria-label={label} noValidate onSubmit={onSubmit}>
      {error !== null && !(editable && dirty) && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {error}
        </Alert>
      )}
      {children}
      {editable && (
        <>
          <LeaveGuard when={dirty && !busy} />
          <SaveBar dirty={dirty} busy={busy} error={error} remedy={remedy} onReset={onReset} />
        </>
      )}
    </form>
  );
}

/** It is in sight wherever a long form was scrolled to, and so is what it says. */
function SaveBar(props: Pick<FormShellProps, "dirty" | "busy" | "error" | "remedy" | "onReset">) {
  const { dirty, busy, error, remedy, onReset } = props;
  return (
    <Slide in={dirty} direction="up" mountOnEnter unmountOnExit>
      <Paper
        elevation={8}
        sx={{
          position: "fixed",
          zIndex: "appBar",
          bottom: { xs: 0, sm: 20 },
          left: { xs: 0, sm: "auto" },
          right: { xs: 0, sm: 32 },
          borderRadius: { xs: 0, sm: 3 },
          px: 2,
          py: 1.25,
          border: 1,
          borderColor: "divider",
          maxWidth: { sm: 520 },
        }}
      >
        {error !== null && (
          <Alert severity="error" sx={{ mb: 1.25 }}>
            {error}
            {remedy && <Box sx={{ mt: 0.75 }}>{remedy}</Box>}
          </Alert>
        )}
        <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
          <Typography variant="body2" color="textSecondary" sx={{ mr: "auto", pr: 2 }}>
            Unsaved changes
          </Typography>
          <Button color="inherit" onClick={onReset} disabled={busy}>
            Discard
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            Save
          </Button>
        </Stack>
      </Paper>
    </Slide>
  );
}
