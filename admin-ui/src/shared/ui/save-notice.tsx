import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";

interface ConflictNoticeProps {
  /** What was saved by two users, such as "this file". */
  what: string;
  busy?: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** Save conflict: the user chooses one of the two versions. */
export function ConflictNotice({ what, busy = false, onTakeTheirs, onKeepMine }: ConflictNoticeProps) {
  return (
    <Alert
      severity="warning"
      sx={{ borderRadius: 0 }}
      action={
        <>
          <Button color="inherit" size="small" disabled={busy} onClick={onTakeTheirs}>
            {t`Use theirs`}
          </Button>
          <Button color="inherit" size="small" disabled={busy} onClick={onKeepMine}>
            {t`Keep mine`}
          </Button>
        </>
      }
    >
      {t`Someone else has saved ${what} in the meantime. Your changes are not saved.`}
    </Alert>
  );
}

/** The server refused the save. */
export function RefusalNotice({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Alert
      severity="error"
      sx={{ borderRadius: 0 }}
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {t`Try again`}
        </Button>
      }
    >
      {message}
    </Alert>
  );
}
