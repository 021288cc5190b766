import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { useOpenPage } from "../hooks/use-open-page";
import type { Page } from "../api";
import { pageOpened, revisionAdopted, savingChanged } from "../slice";

interface SaveNoticesProps {
  /** Asks the server for the page as it is now. */
  reload: () => Promise<Page | null>;
}

/** What stands between the draft and the server, and the ways out. */
export function SaveNotices({ reload }: SaveNoticesProps) {
  const dispatch = useDispatch();
  const { saving } = useOpenPage();
  const [busy, setBusy] = useState(false);
  const withNewest = async (goOn: (page: Page) => void) => {
    setBusy(true);
    const page = await reload();
    setBusy(false);
    if (page !== null) goOn(page);
  };
  switch (saving.kind) {
    case "conflict":
      return (
        <Alert
          severity="warning"
          sx={{ borderRadius: 0 }}
          action={
            <>
              <Button color="inherit" size="small" disabled={busy} onClick={() => void withNewest((page) => dispatch(pageOpened(page)))}>
                Take theirs
              </Button>
              <Button
                color="inherit"
                size="small"
                disabled={busy}
                onClick={() => void withNewest((page) => dispatch(revisionAdopted(page.revision)))}
              >
                Keep mine
              </Button>
            </>
          }
        >
          Somebody else has saved this page in the meantime. Your changes are not saved.
        </Alert>
      );
    case "refused":
      return (
        <Alert
          severity="error"
          sx={{ borderRadius: 0 }}
          action={
            <Button color="inherit" size="small" onClick={() => dispatch(savingChanged({ kind: "idle" }))}>
              Try again
            </Button>
          }
        >
          {saving.message}
        </Alert>
      );
    case "offline":
    case "saving":
    case "idle":
      return null;
  }
}
