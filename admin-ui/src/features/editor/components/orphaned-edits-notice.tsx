import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useToast } from "@/shared/ui/toast";
import { useSession } from "../hooks/use-session";
import type { OrphanedEdits } from "../slice";

/** Edits of an earlier visit that the server refused: they are kept until the user decides about them. */
export function OrphanedEditsNotice({ left: { client, message, words } }: { left: OrphanedEdits }) {
  const session = useSession();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [isDropping, setDropping] = useState(false);
  const during = async (work: Promise<unknown>) => {
    setBusy(true);
    try {
      await work;
    } finally {
      setBusy(false);
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(words);
      toast.success(t`Text copied.`);
    } catch {
      toast.error(t`This browser does not allow copying here. Select the text and copy it yourself.`);
    }
  };
  return (
    <Alert severity="warning" sx={{ borderRadius: 0 }}>
      {t`Earlier changes to this page could not be saved and are stored in this browser. ${message}`}
      {words !== "" && (
        <Box
          role="group"
          aria-label={t`Unsaved text`}
          tabIndex={0}
          sx={{
            mt: 1,
            maxHeight: 120,
            overflowY: "auto",
            whiteSpace: "pre-wrap",
            overflowWrap: "anywhere",
            userSelect: "text",
          }}
        >
          {words}
        </Box>
      )}
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", mt: 1 }}>
        {words !== "" && (
          <Button color="inherit" size="small" onClick={() => void copy()}>
            {t`Copy text`}
          </Button>
        )}
        <Button color="inherit" size="small" disabled={busy} onClick={() => void during(session.retryOrphaned())}>
          {t`Try again`}
        </Button>
        <Button color="inherit" size="small" disabled={busy} onClick={() => setDropping(true)}>
          {t`Discard`}
        </Button>
      </Stack>
      <ConfirmDialog
        open={isDropping}
        title={t`Discard these changes?`}
        confirmLabel={t`Discard`}
        tone="error"
        busy={busy}
        onConfirm={() => void during(session.dropOrphaned(client))}
        onCancel={() => setDropping(false)}
      >
        {t`This cannot be undone. The page stays as it is.`}
      </ConfirmDialog>
    </Alert>
  );
}
