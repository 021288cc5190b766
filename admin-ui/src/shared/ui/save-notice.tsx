import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";

interface ConflictNoticeProps {
  /** What was saved by two people, such as "this file". */
  what: string;
  busy?: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** Somebody else saved first: one of the two versions has to give way. */
export function ConflictNotice({ what, busy = false, onTakeTheirs, onKeepMine }: ConflictNoticeProps) {
  return (
    <Alert
      severity="warning"
      sx={{ borderRadius: 0 }}
      action={
        <>
          <Button color="inherit" size="small" disabled={busy} onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button color="inherit" size="small" disabled={busy} onClick={onKeepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      Somebody else has saved {what} in the meantime. Your changes are not saved.
    </Alert>
  );
}

/** The server did not take what was to be saved. */
export function RefusalNotice({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Alert
      severity="error"
      sx={{ borderRadius: 0 }}
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {message}
    </Alert>
  );
}
