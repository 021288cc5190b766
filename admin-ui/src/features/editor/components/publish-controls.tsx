import Button from "@mui/material/Button";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useDiscardDraftMutation, type Page } from "../api";
import { useEditable, useOpen } from "../hooks/use-open-page";
import { usePublish } from "../hooks/use-publish";
import { useSession } from "../hooks/use-session";

interface PublishControlsProps {
  page: Page;
  save: () => Promise<boolean>;
}

export function PublishControls({ page, save }: PublishControlsProps) {
  const editable = useEditable();
  const unsaved = useOpen(({ unsaved }) => unsaved);
  const { publish, isPublishing } = usePublish(save);
  const changed = page.hasUnpublishedChanges || unsaved;
  return (
    <>
      {editable && page.publishedRevision !== null && <DiscardButton changed={changed} />}
      <Button variant="contained" size="small" disabled={!changed} loading={isPublishing} onClick={publish}>
        Publish
      </Button>
    </>
  );
}

function DiscardButton({ changed }: { changed: boolean }) {
  const website = useWebsite();
  const pageId = useOpen(({ pageId }) => pageId);
  const session = useSession();
  const [discard, { isLoading, error }] = useDiscardDraftMutation();
  const [asking, setAsking] = useState(false);
  const confirm = async () => {
    await session.flush();
    const outcome = await discard({ websiteId: website.id, pageId });
    if (outcome.data === undefined) return;
    await session.takeServerStep(outcome.data.revision);
    setAsking(false);
  };
  return (
    <>
      <Button
        size="small"
        color="inherit"
        disabled={!changed}
        onClick={() => setAsking(true)}
        sx={{ display: { xs: "none", md: "inline-flex" } }}
      >
        Discard draft
      </Button>
      <ConfirmDialog
        open={asking}
        title="Discard the draft?"
        confirmLabel="Discard draft"
        tone="error"
        busy={isLoading}
        error={error === undefined ? null : errorText(error)}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        The page goes back to what visitors see now. You can undo this.
      </ConfirmDialog>
    </>
  );
}
