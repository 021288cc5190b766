import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { FormDialog } from "../form/form-dialog";
import { errorText } from "../i18n/error-text";
import { useWebsite } from "../session/hooks";
import { useUpdateAssetMutation, type Asset } from "./api";
import { FocalPointField } from "./focal-point-field";

type Picture = Pick<Asset, "id" | "url" | "altText" | "focalPoint">;

interface PictureDialogProps {
  picture: Picture;
  onSaved: (picture: Picture) => void;
  onClose: () => void;
}

/** What a picture shows, and what of it stays in view when it is cropped. Holds wherever it is shown. */
export function PictureDialog({ picture, onSaved, onClose }: PictureDialogProps) {
  const website = useWebsite();
  const [update, { isLoading }] = useUpdateAssetMutation();
  const [altText, setAltText] = useState(picture.altText);
  const [focalPoint, setFocalPoint] = useState(picture.focalPoint);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    setError(null);
    try {
      const change = { altText: altText.trim(), focalPoint };
      onSaved(await update({ websiteId: website.id, assetId: picture.id, change }).unwrap());
      onClose();
    } catch (failure) {
      setError(errorText(failure));
    }
  };
  return (
    <FormDialog
      title="Describe the picture"
      intro="The description is read out to those who do not see it. The point stays in view when the picture is cropped."
      width="sm"
      error={error}
      submitLabel="Save"
      busy={isLoading}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <TextField
          label="Description"
          value={altText}
          onChange={(event) => setAltText(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 300 } }}
        />
        <FocalPointField url={picture.url} value={focalPoint} onChange={setFocalPoint} />
      </Stack>
    </FormDialog>
  );
}
