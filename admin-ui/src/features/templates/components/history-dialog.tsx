import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import {
  useListTemplateVersionsQuery,
  useRestoreTemplateVersionMutation,
  type TemplateFiles,
  type TemplateVersion,
} from "../api";

interface HistoryDialogProps {
  files: TemplateFiles;
  onClose: () => void;
  onRestored: (version: TemplateVersion) => void;
}

/** Published versions, each with a button to restore it. */
export function HistoryDialog({ files, onClose, onRestored }: HistoryDialogProps) {
  const website = useWebsite();
  const editable = usePermission("design", "write");
  const { data, isError, error, refetch } = useListTemplateVersionsQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true },
  );
  const [chosen, setChosen] = useState<TemplateVersion | null>(null);
  const [restore, outcome] = useRestoreTemplateVersionMutation();
  const confirm = async () => {
    if (chosen === null) return;
    const restored = await restore({ websiteId: website.id, versionId: chosen.id, revision: files.revision });
    if (restored.data !== undefined) onRestored(chosen);
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="history-title">
      <DialogTitle id="history-title">{t`History`}</DialogTitle>
      <DialogContent>
        {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data === undefined && !isError && <LoadingRows rows={3} />}
        {data?.length === 0 && (
          <EmptyState title={t`Nothing published yet`}>{t`Visitors see the unchanged theme.`}</EmptyState>
        )}
        <List>
          {data?.map((version) => (
            <ListItem
              key={version.id}
              disableGutters
              secondaryAction={
                version.current ? (
                  <Chip size="small" variant="soft" color="success" label={t`Live`} />
                ) : (
                  editable && (
                    <Button
                      size="small"
                      color="inherit"
                      variant="outlined"
                      onClick={() => setChosen(version)}
                      aria-label={t`Restore version ${{ number: version.number }}`}
                    >
                      {t`Restore`}
                    </Button>
                  )
                )
              }
            >
              <ListItemText
                primary={t`Version ${{ number: version.number }} · ${{ moment: formatMoment(version.publishedOn) }}`}
                secondary={[version.publishedBy, version.changed.join(", ")].filter((part) => part !== "").join(" · ")}
                sx={{ pr: 10 }}
              />
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t`Close`}
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={chosen !== null}
        title={t`Restore version ${{ number: chosen?.number ?? "" }}?`}
        confirmLabel={t`Restore`}
        busy={outcome.isLoading}
        error={outcome.isError ? errorText(outcome.error) : null}
        onConfirm={() => void confirm()}
        onCancel={() => setChosen(null)}
      >
        {t`All drafts are replaced by what visitors saw at that time. Visitors see it once you publish.`}
      </ConfirmDialog>
    </Dialog>
  );
}
