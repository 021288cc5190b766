import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { usePermission } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { ViewOnlyChip } from "@/shared/ui/page";
import { useToast } from "@/shared/ui/toast";
import { WorkspaceBar } from "@/shared/ui/workspace-bar";
import type { DesignDraft } from "../hooks/use-design-draft";

function stateOf({ saving, unsaved, saved }: DesignDraft): string {
  if (saving.kind === "conflict" || saving.kind === "refused") return t`Not saved`;
  if (unsaved || saving.kind === "saving") return t`Saving…`;
  return saved.unpublished ? t`Draft saved` : t`Published`;
}

export function DesignBar({ draft }: { draft: DesignDraft }) {
  const toast = useToast();
  const editable = usePermission("design", "write");
  const mayPublish = usePermission("design", "publish");
  const [discarding, setDiscarding] = useState(false);
  const changed = draft.unsaved || draft.saved.unpublished;
  const busy = draft.saving.kind === "saving";
  return (
    <WorkspaceBar title={t`Design`}>
      {editable ? (
        <Typography variant="body2" color="textSecondary" noWrap role="status">
          {stateOf(draft)}
        </Typography>
      ) : (
        <ViewOnlyChip />
      )}
      <Box sx={{ flex: 1 }} />
      {editable && (
        <Button size="small" color="inherit" disabled={!changed || busy} onClick={() => setDiscarding(true)}>
          {t`Discard`}
        </Button>
      )}
      {mayPublish && (
        <Button
          variant="contained"
          size="small"
          disabled={!changed || busy}
          onClick={async () => {
            if (await draft.publish()) toast.success(t`Published. Visitors see this design now.`);
          }}
        >
          {t`Publish`}
        </Button>
      )}
      <ConfirmDialog
        open={discarding}
        title={t`Discard this draft?`}
        confirmLabel={t`Discard`}
        cancelLabel={t`Keep it`}
        tone="error"
        onConfirm={() => {
          setDiscarding(false);
          void draft.discard();
        }}
        onCancel={() => setDiscarding(false)}
      >
        {t`The design is reset to what visitors see.`}
      </ConfirmDialog>
    </WorkspaceBar>
  );
}
