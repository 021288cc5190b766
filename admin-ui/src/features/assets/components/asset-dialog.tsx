import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useRef, useState } from "react";
import { AssetBody } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { editorLabels } from "@/shared/i18n/editor-labels";
import {
  useDeleteAssetMutation,
  useGetAssetQuery,
  useListAssetFoldersQuery,
  useMoveAssetsMutation,
  useUpdateAssetMutation,
  type Asset,
} from "@/shared/assets/api";
import { folderLines } from "@/shared/assets/folder-tree";
import { FocalPointField } from "@/shared/assets/focal-point-field";
import { useAssetVersion } from "@/shared/assets/use-asset-version";
import { UploadList } from "@/shared/assets/upload-list";
import { useUploads } from "@/shared/assets/use-uploads";
import { errorText } from "@/shared/i18n/error-text";
import { formatBytes, formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DeleteAction } from "@/shared/ui/delete-action";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { AssetUses } from "./asset-uses";
import { PosterField } from "./poster-field";

interface AssetDialogProps {
  assetId: string;
  onClose: () => void;
}

/** Details of one file: preview, folder, URL and uses. */
export function AssetDialog({ assetId, onClose }: AssetDialogProps) {
  const website = useWebsite();
  const { data: asset, isError, error, refetch } = useGetAssetQuery({ websiteId: website.id, assetId });
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="asset-title">
      <DialogTitle id="asset-title" sx={{ overflowWrap: "anywhere" }}>
        {asset?.filename ?? t`File`}
      </DialogTitle>
      {isError ? (
        <DialogContent>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </DialogContent>
      ) : asset === undefined ? (
        <DialogContent>
          <LoadingRows rows={3} />
        </DialogContent>
      ) : (
        <AssetForm key={asset.version} asset={asset} onClose={onClose} />
      )}
    </Dialog>
  );
}

function facts(asset: Asset): string {
  const size = asset.width > 0 && asset.height > 0 ? `${asset.width} × ${asset.height}` : null;
  return [size, formatBytes(asset.bytes), asset.mimeType.split(";")[0], formatMoment(asset.createdOn)]
    .filter(Boolean)
    .join(" · ");
}

function AssetForm({ asset, onClose }: { asset: Asset; onClose: () => void }) {
  const website = useWebsite();
  const mayChange = usePermission("content", "write");
  const toast = useToast();
  const folders = useListAssetFoldersQuery({ websiteId: website.id });
  const [update, updating] = useUpdateAssetMutation();
  const [move, moving] = useMoveAssetsMutation();
  const [remove] = useDeleteAssetMutation();
  const [altText, setAltText] = useState(asset.altText);
  const [title, setTitle] = useState(asset.title);
  const [body, setBody] = useState(asset.body);
  const [focalPoint, setFocalPoint] = useState(asset.focalPoint);
  const [filename, setFilename] = useState(asset.filename);
  const [folderId, setFolderId] = useState(asset.folderId ?? "");
  const [error, setError] = useState<string | null>(null);
  const [isNotRenamed, setNotRenamed] = useState(false);
  const { standing, setStanding, failureText } = useAssetVersion(asset);
  const ref = { websiteId: website.id, assetId: asset.id };
  const [posterId, setPosterId] = useState(asset.posterId ?? "");
  const isPicture = asset.kind === "picture";
  const isFilm = asset.kind === "video";
  const save = async () => {
    setError(null);
    setNotRenamed(false);
    if (filename.trim() === "") {
      setError(t`Please enter a file name`);
      return;
    }
    try {
      const change = {
        altText: altText.trim(),
        focalPoint,
        filename: filename.trim(),
        title,
        body,
        ...(isFilm ? { posterId } : {}),
      };
      const saved = await update({ ...ref, standing, change }).unwrap();
      setStanding(saved.standing);
      if (folderId !== (asset.folderId ?? "")) {
        await move({
          websiteId: website.id,
          assetIds: [asset.id],
          folderId: folderId === "" ? null : folderId,
        }).unwrap();
      }
      toast.success(t`Saved`);
      onClose();
    } catch (failure) {
      setNotRenamed(filename.trim() !== asset.filename);
      setError(await failureText(failure));
    }
  };
  return (
    <>
      <DialogContent>
        <Stack sx={{ gap: 2.5, pt: 1 }}>
          {error !== null && (
            <Alert severity="error">
              {isNotRenamed && <AlertTitle>{editorLabels.rename}</AlertTitle>}
              {error}
            </Alert>
          )}
          <Preview asset={asset} />
          {isPicture && (
            <TextField
              label={t`Description`}
              value={altText}
              disabled={!mayChange}
              onChange={(event) => setAltText(event.target.value)}
              helperText={t`Screen readers read it to people who cannot see the image. Say what it shows.`}
              slotProps={{ htmlInput: { maxLength: maxOf(AssetBody.entries.altText) } }}
            />
          )}
          {(isPicture || isFilm) && (
            <>
              <TextField
                label={t`Title`}
                value={title}
                disabled={!mayChange}
                onChange={(event) => setTitle(event.target.value)}
                helperText={
                  isFilm
                    ? t`Shown below it in galleries that show titles, and read by screen readers as its name.`
                    : t`Shown below it in galleries that show titles.`
                }
                slotProps={{ htmlInput: { maxLength: maxOf(AssetBody.entries.title) } }}
              />
              <TextField
                label={t`Text`}
                value={body}
                multiline
                minRows={2}
                disabled={!mayChange}
                onChange={(event) => setBody(event.target.value)}
                slotProps={{ htmlInput: { maxLength: maxOf(AssetBody.entries.body) } }}
              />
              {asset.oembed != null && (
                <Typography variant="body2">
                  <Trans>
                    Plays a video from {asset.oembed.providerName}:{" "}
                    <Link href={asset.oembed.url} target="_blank" rel="noreferrer">
                      {asset.oembed.url}
                    </Link>
                  </Trans>
                </Typography>
              )}
              {isPicture && (
                <FocalPointField url={asset.url} value={focalPoint} onChange={setFocalPoint} disabled={!mayChange} />
              )}
              {isFilm && <PosterField value={posterId} onChange={setPosterId} disabled={!mayChange} />}
            </>
          )}
          <TextField
            label={t`File name`}
            value={filename}
            disabled={!mayChange}
            onChange={(event) => setFilename(event.target.value)}
          />
          <TextField
            select
            label={t`Folder`}
            value={folders.data === undefined ? "" : folderId}
            disabled={!mayChange || folders.data === undefined}
            error={folders.isError}
            helperText={
              folders.isError && (
                <>
                  <Trans>
                    The folders could not be loaded. {errorText(folders.error)}{" "}
                    <Link component="button" type="button" onClick={() => void folders.refetch()}>
                      Try again
                    </Link>
                  </Trans>
                </>
              )
            }
            onChange={(event) => setFolderId(event.target.value)}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">{t`No folder`}</MenuItem>
            {folderLines(folders.data?.folders ?? []).map(({ folder, depth }) => (
              <MenuItem key={folder.id} value={folder.id} sx={{ pl: 2 + depth * 2 }}>
                {folder.name}
              </MenuItem>
            ))}
          </TextField>
          <Address url={asset.url} />
          <AssetUses assetId={asset.id} />
          {mayChange && <Replace asset={asset} />}
          <Typography variant="caption" color="textSecondary">
            {facts(asset)}
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ flexWrap: "wrap" }}>
        {mayChange && (
          <Box sx={{ mr: "auto" }}>
            <DeleteAction
              what={t`this file`}
              consequence={t`This cannot be undone. Files that are in use are not deleted.`}
              onDelete={async () => {
                await remove(ref).unwrap();
                onClose();
              }}
            />
          </Box>
        )}
        <Button color="inherit" onClick={onClose}>
          {t`Close`}
        </Button>
        {mayChange && (
          <Button variant="contained" loading={updating.isLoading || moving.isLoading} onClick={() => void save()}>
            {t`Save`}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

/** URL of the file, to copy into links. */
function Address({ url }: { url: string }) {
  const website = useWebsite();
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(url, website.url).href);
      toast.success(t`Address copied`);
    } catch {
      toast.error(t`The address could not be copied. Select it and copy it yourself.`);
    }
  };
  return (
    <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1, alignItems: { sm: "center" } }}>
      <TextField
        label={t`Address`}
        value={new URL(url, website.url).href}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <Button color="inherit" variant="outlined" sx={{ flexShrink: 0 }} onClick={() => void copy()}>
        {t`Copy address`}
      </Button>
    </Stack>
  );
}

function Preview({ asset }: { asset: Asset }) {
  const website = useWebsite();
  const address = new URL(asset.url, website.url).href;
  switch (asset.kind) {
    case "picture":
      return null;
    case "video":
      return <Box component="video" controls preload="metadata" src={address} sx={{ width: "100%", maxHeight: 320 }} />;
    case "audio":
      return <Box component="audio" controls preload="metadata" src={address} sx={{ width: "100%" }} />;
    case "document":
      return (
        <Button href={address} target="_blank" rel="noreferrer" color="inherit" variant="outlined">
          {t`Open the file`}
        </Button>
      );
  }
}

/** Replaces the content of the file wherever it is used. */
function Replace({ asset }: { asset: Asset }) {
  const input = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const uploads = useUploads({
    folderId: asset.folderId ?? null,
    replaces: asset.id,
    onUploaded: () => toast.success(t`Replaced everywhere it is used`),
  });
  return (
    <Box>
      <UploadList uploads={uploads} />
      <Button variant="outlined" color="inherit" onClick={() => input.current?.click()}>
        {t`Replace the file`}
      </Button>
      <Typography variant="caption" color="textSecondary" sx={{ display: "block", mt: 0.5 }}>
        {t`Description, focal point and folder stay the same. The new file is shown everywhere this file is used.`}
      </Typography>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Replacement file`}
        onChange={(event) => {
          uploads.add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </Box>
  );
}
