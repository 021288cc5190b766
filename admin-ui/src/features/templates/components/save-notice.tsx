import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import type { FileDraft } from "../hooks/use-file-draft";

/** What stands between the text and the server, and the ways out. */
export function SaveNotice({ draft }: { draft: FileDraft }) {
  const { saving } = draft;
  switch (saving.kind) {
    case "conflict":
      return (
        <Alert
          severity="warning"
          sx={{ borderRadius: 0 }}
          action={
            <>
              <Button color="inherit" size="small" onClick={() => void draft.takeTheirs()}>
                Take theirs
              </Button>
              <Button color="inherit" size="small" onClick={() => void draft.keepMine()}>
                Keep mine
              </Button>
            </>
          }
        >
          Somebody else has saved this file in the meantime. Your changes are not saved.
        </Alert>
      );
    case "refused":
      return (
        <Alert
          severity="error"
          sx={{ borderRadius: 0 }}
          action={
            <Button color="inherit" size="small" onClick={() => void draft.save()}>
              Try again
            </Button>
          }
        >
          {saving.message}
        </Alert>
      );
    case "idle":
    case "saving":
      return null;
  }
}
