import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import {
  useDeleteAssetMutation,
  useListAssetFoldersQuery,
  useMoveAssetsMutation,
  type Asset,
} from "@/shared/assets/api";
import { folderLines } from "@/shared/assets/folder-tree";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { useToast } from "@/shared/ui/toast";

/** Limit of the server for one move. */
const maxMoved = 200;

interface SelectedFilesBarProps {
  assets: Asset[];
  /** Receives the files that stay selected. */
  onDone: (left: ReadonlyMap<string, Asset>) => void;
}

const files = (count: number) => plural(count, { one: "1 file", other: "# files" });

/** Bulk actions for the selected files. */
export function SelectedFilesBar({ assets, onDone }: SelectedFilesBarProps) {
  const website = useWebsite();
  const toast = useToast();
  const { data: library } = useListAssetFoldersQuery({ websiteId: website.id });
  const [move, { isLoading }] = useMoveAssetsMutation();
  const [remove] = useDeleteAssetMutation();
  const [error, setError] = useState<string | null>(null);
  const moveTo = async (folderId: string | null) => {
    setError(null);
    try {
      for (let begin = 0; begin < assets.length; begin += maxMoved) {
        const assetIds = assets.slice(begin, begin + maxMoved).map(({ id }) => id);
        await move({ websiteId: website.id, assetIds, folderId }).unwrap();
      }
      toast.success(t`${{ files: files(assets.length) }} moved`);
      onDone(new Map());
    } catch (failure) {
      setError(errorText(failure));
    }
  };
  const removeAll = async () => {
    setError(null);
    const kept: Asset[] = [];
    const reasons: string[] = [];
    for (const asset of assets) {
      const outcome = await remove({ websiteId: website.id, assetId: asset.id });
      if (outcome.error === undefined) continue;
      kept.push(asset);
      reasons.push(errorText(outcome.error));
    }
    if (kept.length < assets.length) toast.success(t`${{ files: files(assets.length - kept.length) }} deleted`);
    if (reasons.length > 0) setError(reasons.join("\n"));
    onDone(new Map(kept.map((asset) => [asset.id, asset])));
  };
  return (
    <Stack role="group" aria-label={t`Selected files`} sx={{ gap: 1, mb: 2 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Typography variant="subtitle2" role="status">
          {t`${{ files: files(assets.length) }} selected`}
        </Typography>
        <TextField
          select
          size="small"
          label={t`Move to`}
          value=""
          disabled={isLoading}
          onChange={({ target: { value } }) => void moveTo(value === "-" ? null : value)}
          sx={{ minWidth: 160, width: "auto" }}
        >
          <MenuItem value="-">{t`No folder`}</MenuItem>
          {folderLines(library?.folders ?? []).map(({ folder, depth }) => (
            <MenuItem key={folder.id} value={folder.id} sx={{ pl: 2 + depth * 2 }}>
              {folder.name}
            </MenuItem>
          ))}
        </TextField>
        <ConfirmAction
          label={t`Delete`}
          button={{ color: "error", variant: "outlined" }}
          question={t`Delete ${{ files: files(assets.length) }}?`}
          consequence={t`This cannot be undone. Files that are in use are not deleted.`}
          confirmLabel={t`Delete`}
          tone="error"
          onConfirm={removeAll}
        />
        <Button color="inherit" onClick={() => onDone(new Map())}>
          {t`Clear selection`}
        </Button>
      </Stack>
      {error !== null && (
        <Alert severity="error" sx={{ whiteSpace: "pre-line" }}>
          {error}
        </Alert>
      )}
    </Stack>
  );
}
