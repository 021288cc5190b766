import { t } from "@lingui/core/macro";
import AppBar from "@mui/material/AppBar";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import ArrowBack from "@mui/icons-material/ArrowBack";
import { useState } from "react";
import { Link } from "react-router";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { ViewOnlyChip } from "@/shared/ui/page";
import { useToast } from "@/shared/ui/toast";
import type { DesignDraft } from "../hooks/use-design-draft";

function stateOf({ saving, unsaved, saved }: DesignDraft): string {
  if (saving.kind === "conflict" || saving.kind === "refused") return t`Not saved`;
  if (unsaved || saving.kind === "saving") return t`Saving…`;
  return saved.unpublished ? t`Draft saved` : t`Published`;
}

export function DesignBar({ draft }: { draft: DesignDraft }) {
  const website = useWebsite();
  const toast = useToast();
  const editable = usePermission("design", "write");
  const mayPublish = usePermission("design", "publish");
  const [discarding, setDiscarding] = useState(false);
  const changed = draft.unsaved || draft.saved.unpublished;
  const busy = draft.saving.kind === "saving";
  return (
    <AppBar
      position="static"
      color="inherit"
      elevation={0}
      sx={{ bgcolor: "background.paper", borderBottom: 1, borderColor: "divider" }}
    >
      <Stack
        direction="row"
        sx={{ alignItems: "center", gap: { xs: 0.5, md: 1 }, px: { xs: 0.75, md: 1.5 }, height: 56 }}
      >
        <IconButton component={Link} to={`/sites/${website.id}`} aria-label={t`Home`} size="small">
          <ArrowBack fontSize="small" />
        </IconButton>
        <Typography variant="h2" component="h1" noWrap>
          {t`Design`}
        </Typography>
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
      </Stack>
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
    </AppBar>
  );
}
