import { t } from "@lingui/core/macro";
import { ConflictNotice, RefusalNotice } from "@/shared/ui/save-notice";
import type { FileDraft } from "../hooks/use-file-draft";

/** Why the text is not saved, with possible actions. */
export function SaveNotice({ draft }: { draft: FileDraft }) {
  const { saving } = draft;
  switch (saving.kind) {
    case "conflict":
      return (
        <ConflictNotice
          what={t`this file`}
          onTakeTheirs={() => void draft.takeTheirs()}
          onKeepMine={() => void draft.keepMine()}
        />
      );
    case "refused":
      return <RefusalNotice message={saving.message} onRetry={() => void draft.save()} />;
    case "idle":
    case "saving":
      return null;
  }
}
