import { useState } from "react";
import { useDispatch } from "react-redux";
import { ConflictNotice, RefusalNotice } from "@/shared/ui/save-notice";
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
        <ConflictNotice
          what="this page"
          busy={busy}
          onTakeTheirs={() => void withNewest((page) => dispatch(pageOpened(page)))}
          onKeepMine={() => void withNewest((page) => dispatch(revisionAdopted(page.revision)))}
        />
      );
    case "refused":
      return <RefusalNotice message={saving.message} onRetry={() => dispatch(savingChanged({ kind: "idle" }))} />;
    case "offline":
    case "saving":
    case "idle":
      return null;
  }
}
