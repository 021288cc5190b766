import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useToast } from "@/shared/ui/toast";
import { useSession } from "../hooks/use-session";
import type { LeftBehind } from "../slice";

/** Edits of an earlier visit that the server does not take: they are kept until somebody decides about them. */
export function LeftBehindNotice({ left: { client, message, words } }: { left: LeftBehind }) {
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
      toast.say("The words are on the clipboard.");
    } catch {
      toast.warn("This browser does not let the words be copied by a button. Select them and copy them by hand.");
    }
  };
  return (
    <Alert severity="warning" sx={{ borderRadius: 0 }}>
      Changes that were made here earlier could not be saved, and are kept in this browser. {message}
      {words !== "" && (
        <Box
          role="group"
          aria-label="What was written"
          tabIndex={0}
          sx={{ mt: 1, maxHeight: 120, overflowY: "auto", whiteSpace: "pre-wrap", overflowWrap: "anywhere", userSelect: "text" }}
        >
          {words}
        </Box>
      )}
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", mt: 1 }}>
        {words !== "" && (
          <Button color="inherit" size="small" onClick={() => void copy()}>
            Copy the words
          </Button>
        )}
        <Button color="inherit" size="small" disabled={busy} onClick={() => void during(session.retryLeftBehind())}>
          Try again
        </Button>
        <Button color="inherit" size="small" disabled={busy} onClick={() => setDropping(true)}>
          Drop them
        </Button>
      </Stack>
      <ConfirmDialog
        open={isDropping}
        title="Drop these changes?"
        confirmLabel="Drop them"
        tone="error"
        busy={busy}
        onConfirm={() => void during(session.dropLeftBehind(client))}
        onCancel={() => setDropping(false)}
      >
        They are gone for good then. The page stays as it is.
      </ConfirmDialog>
    </Alert>
  );
}
