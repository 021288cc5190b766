import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { AssetBody } from "@stoa/api/rules";
import { maxOf } from "../form/field-rules";
import { FormDialog } from "../form/form-dialog";
import { useWebsite } from "../session/hooks";
import { useToast } from "../ui/toast";
import { useUpdateAssetMutation, type Asset } from "./api";
import { FocalPointField } from "./focal-point-field";
import { useAssetVersion } from "./use-asset-version";

type Picture = Pick<Asset, "id" | "url" | "altText" | "focalPoint"> &
  Partial<Pick<Asset, "title" | "body" | "standing">>;

interface ImageDialogProps {
  picture: Picture;
  /** Whether to ask for title and caption, too, which galleries show. */
  hasCaption?: boolean;
  onSaved?: (picture: Asset) => void;
  onClose: () => void;
}

/** Alt text and focal point of an image; they apply wherever it is used. */
export function ImageDialog({ picture, hasCaption = false, onSaved, onClose }: ImageDialogProps) {
  const website = useWebsite();
  const toast = useToast();
  const [update, { isLoading }] = useUpdateAssetMutation();
  const [altText, setAltText] = useState(picture.altText);
  const [focalPoint, setFocalPoint] = useState(picture.focalPoint);
  const [title, setTitle] = useState(picture.title ?? "");
  const [body, setBody] = useState(picture.body ?? "");
  const [error, setError] = useState<string | null>(null);
  const { standing, failureText } = useAssetVersion(picture);
  const save = async () => {
    setError(null);
    try {
      const change = {
        altText: altText.trim().replace(/\s+/g, " "),
        focalPoint,
        ...(hasCaption ? { title, body } : {}),
      };
      const saved = await update({ websiteId: website.id, assetId: picture.id, standing, change }).unwrap();
      onSaved?.(saved);
      onClose();
      toast.success(t`Image saved`);
    } catch (failure) {
      setError(await failureText(failure));
    }
  };
  return (
    <FormDialog
      title={t`Describe the image`}
      intro={t`Screen readers read the description out. The focal point stays visible when the image is cropped.`}
      width="sm"
      error={error}
      submitLabel={t`Save`}
      busy={isLoading}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void save();
      }}
    >
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <TextField
          label={t`Description`}
          value={altText}
          multiline
          onChange={(event) => setAltText(event.target.value)}
          slotProps={{ htmlInput: { maxLength: maxOf(AssetBody.entries.altText) } }}
        />
        {hasCaption && (
          <>
            <TextField
              label={t`Title`}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
              helperText={t`Shown below it in galleries that show titles.`}
              slotProps={{ htmlInput: { maxLength: maxOf(AssetBody.entries.title) } }}
            />
            <TextField
              label={t`Text`}
              value={body}
              multiline
              minRows={2}
              onChange={(event) => setBody(event.target.value)}
              slotProps={{ htmlInput: { maxLength: maxOf(AssetBody.entries.body) } }}
            />
          </>
        )}
        <FocalPointField url={picture.url} value={focalPoint} onChange={setFocalPoint} />
      </Stack>
    </FormDialog>
  );
}
