import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Slide from "@mui/material/Slide";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, type ReactNode, type RefObject, type SubmitEventHandler } from "react";
import { useHeldLanguage } from "../i18n/language-hold";
import { LeaveGuard } from "./leave-guard";

interface FormShellProps {
  label: string;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  onReset: () => void;
  dirty: boolean;
  busy: boolean;
  error: string | null;
  /** Action that resolves the error. */
  remedy?: ReactNode;
  /** If false, the form is read-only: no save bar appears. */
  editable: boolean;
  children: ReactNode;
}

interface Saving {
  busy: boolean;
  dirty: boolean;
  save: RefObject<HTMLButtonElement | null>;
  form: RefObject<HTMLFormElement | null>;
}

/** The save button is disabled while saving, and unmounted afterwards: the focus moves to a sensible place. */
function useFocusAfterSaving({ busy, dirty, save, form }: Saving) {
  const wasBusy = useRef(false);
  useEffect(() => {
    const isOver = wasBusy.current && !busy;
    wasBusy.current = busy;
    if (!isOver || document.activeElement !== document.body) return;
    if (dirty) save.current?.focus();
    else form.current?.focus({ preventScroll: true });
  }, [busy, dirty, save, form]);
}

/** Layout of an editing form: a save bar once something changed, with errors in it, and a guard against leaving. */
export function FormShell(props: FormShellProps) {
  const { label, onSubmit, onReset, dirty, busy, error, remedy, editable, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const save = useRef<HTMLButtonElement>(null);
  useFocusAfterSaving({ busy, dirty, save, form });
  // What is typed is read while it is saved.
  useHeldLanguage(dirty || busy);
  const discard = () => {
    onReset();
    form.current?.focus({ preventScroll: true });
  };
  return (
    <Box
      component="form"
      ref={form}
      tabIndex={-1}
      aria-label={label}
      noValidate
      onSubmit={onSubmit}
      sx={{ outline: "none" }}
    >
      {error !== null && !(editable && dirty) && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {error}
        </Alert>
      )}
      {children}
      {editable && (
        <>
          <LeaveGuard when={dirty && !busy} />
          <SaveBar dirty={dirty} busy={busy} error={error} remedy={remedy} onReset={discard} save={save} />
        </>
      )}
    </Box>
  );
}

interface SaveBarProps extends Pick<FormShellProps, "dirty" | "busy" | "error" | "remedy" | "onReset"> {
  save: RefObject<HTMLButtonElement | null>;
}

/** Sticky, so that it and its messages stay visible in a long form. */
function SaveBar({ dirty, busy, error, remedy, onReset, save }: SaveBarProps) {
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
            {t`Unsaved changes`}
          </Typography>
          <Button color="inherit" onClick={onReset} disabled={busy}>
            {t`Discard`}
          </Button>
          <Button ref={save} type="submit" variant="contained" loading={busy}>
            {t`Save`}
          </Button>
        </Stack>
      </Paper>
    </Slide>
  );
}
