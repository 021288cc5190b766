import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { AssetBody } from "@stoa/api/rules";
import { useState } from "react";
import { useController, useForm, type Control } from "react-hook-form";
import {
  useDeleteAssetMutation,
  useListAssetFoldersQuery,
  useMoveAssetsMutation,
  useUpdateAssetMutation,
  type Asset,
} from "@/shared/assets/api";
import { FocalPointField } from "@/shared/assets/focal-point-field";
import { folderLines } from "@/shared/assets/folder-tree";
import { useAssetVersion } from "@/shared/assets/use-asset-version";
import { boundInput } from "@/shared/form/bound-input";
import { fieldRules } from "@/shared/form/field-rules";
import { FormTextField } from "@/shared/form/fields";
import { editorLabels } from "@/shared/i18n/editor-labels";
import { errorText } from "@/shared/i18n/error-text";
import { formatBytes, formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DeleteAction } from "@/shared/ui/delete-action";
import { useToast } from "@/shared/ui/toast";
import { Address, Preview, Replace } from "./asset-content";
import { AssetUses } from "./asset-uses";
import { PosterField } from "./poster-field";

interface AssetValues {
  altText: string;
  title: string;
  body: string;
  focalPoint: Asset["focalPoint"];
  /** Empty for none. */
  posterId: string;
  filename: string;
  /** Empty for the top level. */
  folderId: string;
}

interface PartProps {
  control: Control<AssetValues>;
  asset: Asset;
  disabled: boolean;
}

interface Refusal {
  text: string;
  /** Whether the file should have got another name. */
  isOfRename: boolean;
}

function valuesOf({ altText, title, body, focalPoint, posterId, filename, folderId }: Asset): AssetValues {
  return { altText, title, body, focalPoint, posterId: posterId ?? "", filename, folderId: folderId ?? "" };
}

function facts(asset: Asset): string {
  const size = asset.width > 0 && asset.height > 0 ? `${asset.width} × ${asset.height}` : null;
  return [size, formatBytes(asset.bytes), asset.mimeType.split(";")[0], formatMoment(asset.createdOn)]
    .filter(Boolean)
    .join(" · ");
}

/** Saves the details of a file, and then its folder. */
function useSaving(asset: Asset, onSaved: () => void) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateAssetMutation();
  const [move] = useMoveAssetsMutation();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { standing, setStanding, failureText } = useAssetVersion(asset);
  const save = async ({ altText, filename: typed, folderId, posterId, ...rest }: AssetValues) => {
    const filename = typed.trim();
    setRefusal(null);
    try {
      const poster = asset.kind === "video" ? { posterId } : {};
      const change = { ...rest, altText: altText.trim(), filename, ...poster };
      const saved = await update({ websiteId: website.id, assetId: asset.id, standing, change }).unwrap();
      setStanding(saved.standing);
      if (folderId !== (asset.folderId ?? "")) {
        const target = folderId === "" ? null : folderId;
        await move({ websiteId: website.id, assetIds: [asset.id], folderId: target }).unwrap();
      }
      toast.success(t`Saved`);
      onSaved();
    } catch (failure) {
      setRefusal({ text: await failureText(failure), isOfRename: filename !== asset.filename });
    }
  };
  return { save, refusal };
}

interface AssetFormProps {
  asset: Asset;
  onClose: () => void;
}

/** The details of a file. */
export function AssetForm({ asset, onClose }: AssetFormProps) {
  const website = useWebsite();
  const mayChange = usePermission("content", "write");
  const [remove] = useDeleteAssetMutation();
  const { control, handleSubmit, formState } = useForm<AssetValues>({ defaultValues: valuesOf(asset) });
  const { save, refusal } = useSaving(asset, onClose);
  const part = { control, asset, disabled: !mayChange };
  return (
    <>
      <DialogContent>
        <Stack sx={{ gap: 2.5, pt: 1 }}>
          {refusal !== null && (
            <Alert severity="error">
              {refusal.isOfRename && <AlertTitle>{editorLabels.rename}</AlertTitle>}
              {refusal.text}
            </Alert>
          )}
          <Preview asset={asset} />
          {asset.kind === "picture" && <PictureFields {...part} />}
          {asset.kind === "video" && <FilmFields {...part} />}
          <FormTextField
            control={control}
            name="filename"
            label={t`File name`}
            disabled={!mayChange}
            {...fieldRules(AssetBody.entries.filename, { missing: t`Please enter a file name`, mayBeEmpty: false })}
          />
          <FolderField {...part} />
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
                await remove({ websiteId: website.id, assetId: asset.id }).unwrap();
                onClose();
              }}
            />
          </Box>
        )}
        <Button color="inherit" onClick={onClose}>
          {t`Close`}
        </Button>
        {mayChange && (
          <Button variant="contained" loading={formState.isSubmitting} onClick={() => void handleSubmit(save)()}>
            {t`Save`}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

function PictureFields({ control, asset, disabled }: PartProps) {
  const { field } = useController({ control, name: "focalPoint" });
  return (
    <>
      <FormTextField
        control={control}
        name="altText"
        label={t`Description`}
        help={t`Screen readers read it to people who cannot see the image. Say what it shows.`}
        disabled={disabled}
        {...fieldRules(AssetBody.entries.altText, { mayBeEmpty: true })}
      />
      <CaptionFields
        control={control}
        asset={asset}
        disabled={disabled}
        help={t`Shown below it in galleries that show titles.`}
      />
      <FocalPointField url={asset.url} value={field.value} onChange={field.onChange} disabled={disabled} />
    </>
  );
}

function FilmFields({ control, asset, disabled }: PartProps) {
  const { field } = useController({ control, name: "posterId" });
  return (
    <>
      <CaptionFields
        control={control}
        asset={asset}
        disabled={disabled}
        help={t`Shown below it in galleries that show titles, and read by screen readers as its name.`}
      />
      <PosterField value={field.value} onChange={field.onChange} disabled={disabled} />
    </>
  );
}

/** What galleries show below it. */
function CaptionFields({ control, asset, disabled, help }: PartProps & { help: string }) {
  return (
    <>
      <FormTextField
        control={control}
        name="title"
        label={t`Title`}
        help={help}
        disabled={disabled}
        {...fieldRules(AssetBody.entries.title)}
      />
      <FormTextField
        control={control}
        name="body"
        label={t`Text`}
        rows={2}
        disabled={disabled}
        {...fieldRules(AssetBody.entries.body)}
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
    </>
  );
}

function FolderField({ control, disabled }: PartProps) {
  const website = useWebsite();
  const folders = useListAssetFoldersQuery({ websiteId: website.id });
  const { field } = useController({ control, name: "folderId" });
  return (
    <TextField
      {...boundInput(field)}
      select
      label={t`Folder`}
      value={folders.data === undefined ? "" : field.value}
      disabled={disabled || folders.data === undefined}
      error={folders.isError}
      helperText={
        folders.isError && (
          <Trans>
            The folders could not be loaded. {errorText(folders.error)}{" "}
            <Link component="button" type="button" onClick={() => void folders.refetch()}>
              Try again
            </Link>
          </Trans>
        )
      }
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t`No folder`}</MenuItem>
      {folderLines(folders.data?.folders ?? []).map(({ folder, depth }) => (
        <MenuItem key={folder.id} value={folder.id} sx={{ pl: 2 + depth * 2 }}>
          {folder.name}
        </MenuItem>
      ))}
    </TextField>
  );
}
