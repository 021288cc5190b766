import Button from "@mui/material/Button";
import { useState } from "react";
import { useStore } from "react-redux";
import { errorStatus } from "@/shared/api/api-error";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useToast } from "@/shared/ui/toast";
import { useDiscardDraftMutation, usePublishPageMutation, type Page } from "../api";
import { useEditable, useOpenPage } from "../hooks/use-open-page";
import { useSession } from "../hooks/use-session";
import { selectOpenPage, type EditorRoot } from "../slice";

interface PublishControlsProps {
  page: Page;
  save: () => Promise<boolean>;
}

export function PublishControls({ page, save }: PublishControlsProps) {
  const website = useWebsite();
  const toast = useToast();
  const store = useStore<EditorRoot>();
  const editable = useEditable();
  const { unsaved } = useOpenPage();
  const [publish, { isLoading }] = usePublishPageMutation();
  const [publishing, setPublishing] = useState(false);
  const changed = page.hasUnpublishedChanges || unsaved;
  const saveAndPublish = async () => {
    setPublishing(true);
    const isSaved = await save();
    const open = selectOpenPage(store.getState());
    if (isSaved && open !== null) {
      const outcome = await publish({ websiteId: website.id, pageId: open.pageId, revision: open.revision });
      if (outcome.data) toast.say("Published. Visitors see this page now.");
      else if (errorStatus(outcome.error) === 412) toast.warn("Somebody has just changed this page. Look at it, then publish again.");
      else toast.warn(errorText(outcome.error));
    }
    setPublishing(false);
  };
  return (
    <>
      {editable && page.publishedRevision !== null && <DiscardButton changed={changed} />}
      <Button
        variant="contained"
        size="small"
        disabled={!changed}
        loading={isLoading || publishing}
        onClick={() => void saveAndPublish()}
      >
        Publish
      </Button>
    </>
  );
}

function DiscardButton({ changed }: { changed: boolean }) {
  const website = useWebsite();
  const { pageId } = useOpenPage();
  const session = useSession();
  const [discard, { isLoading, error }] = useDiscardDraftMutation();
  const [asking, setAsking] = useState(false);
  const confirm = async () => {
    await session.flush();
    const outcome = await discard({ websiteId: website.id, pageId });
    if (outcome.data === undefined) return;
    await session.takeServerStep();
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
