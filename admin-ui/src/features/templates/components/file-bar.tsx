import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useRemoveTemplateFileMutation } from "../api";
import type { FileDraft } from "../hooks/use-file-draft";

interface FileBarProps {
  draft: FileDraft;
  onReplaced: () => void;
  onGone: () => void;
}

/** Name, state and actions of the open file. */
export function FileBar({ draft, onReplaced, onGone }: FileBarProps) {
  const editable = usePermission("design", "write");
  const { saved, unsaved, saving } = draft;
  return (
    <Stack
      direction="row"
      sx={{ alignItems: "center", gap: 1, px: 1.5, minHeight: 48, borderBottom: 1, borderColor: "divider" }}
    >
      <Typography variant="subtitle2" component="h2" noWrap title={saved.path} sx={{ minWidth: 0 }}>
        {saved.path}
      </Typography>
      <Box role="status">
        <State draft={draft} />
      </Box>
      <Box sx={{ flex: 1 }} />
      {editable && saved.own && <RevertButton draft={draft} onReplaced={onReplaced} onGone={onGone} />}
      {editable && (
        <Button
          size="small"
          variant="outlined"
          disabled={!unsaved}
          loading={saving.kind === "saving"}
          onClick={() => void draft.save()}
        >
          {t`Save draft`}
        </Button>
      )}
    </Stack>
  );
}

function State({ draft: { saved, unsaved } }: { draft: FileDraft }) {
  if (unsaved) return <Chip size="small" variant="soft" color="warning" label={t`Not saved`} />;
  if (saved.removed) return <Chip size="small" variant="soft" color="error" label={t`Removed`} />;
  if (saved.unpublished) return <Chip size="small" variant="soft" color="warning" label={t`Draft saved`} />;
  if (saved.own) return <Chip size="small" variant="soft" color="success" label={t`Published`} />;
  return <Chip size="small" variant="soft" label={t`Same as theme`} />;
}

function RevertButton({ draft, onReplaced, onGone }: FileBarProps) {
  const website = useWebsite();
  const mayDelete = usePermission("design", "delete");
  const [asked, setAsked] = useState(false);
  const [remove, { isLoading, isError, error }] = useRemoveTemplateFileMutation();
  const { path, origin, revision } = draft.saved;
  const isOwn = origin === "site";
  if (!mayDelete) return null;
  const confirm = async () => {
    const outcome = await remove({ websiteId: website.id, filePath: path, revision });
    if (outcome.error) return;
    setAsked(false);
    // Resets the draft, so that the unsaved-changes guard does not block leaving.
    draft.change(draft.saved.text);
    if (isOwn) onGone();
    else onReplaced();
  };
  return (
    <>
      <Button size="small" color="inherit" onClick={() => setAsked(true)}>
        {isOwn ? t`Remove` : t`Revert`}
      </Button>
      <ConfirmDialog
        open={asked}
        title={isOwn ? t`Remove ${path}?` : t`Revert to the theme's file?`}
        confirmLabel={isOwn ? t`Remove` : t`Revert`}
        tone="error"
        busy={isLoading}
        error={isError ? errorText(error) : null}
        onConfirm={() => void confirm()}
        onCancel={() => setAsked(false)}
      >
        {isOwn
          ? t`Files that include it will show nothing in its place. Visitors see the change once you publish.`
          : t`Your version of ${path} is discarded. Visitors see the change once you publish.`}
      </ConfirmDialog>
    </>
  );
}
