import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { FormDialog } from "../form/form-dialog";
import { useWebsite } from "../session/hooks";
import { useToast } from "../ui/toast";
import { useUpdateAssetMutation, type Asset } from "./api";
import { FocalPointField } from "./focal-point-field";
import { useStanding } from "./use-standing";

type Picture = Pick<Asset, "id" | "url" | "altText" | "focalPoint"> & Partial<Pick<Asset, "title" | "body" | "standing">>;

interface PictureDialogProps {
  picture: Picture;
  /** Whether its title and text are asked for, too, which galleries show. */
  hasCaption?: boolean;
  onSaved?: (picture: Asset) => void;
  onClose: () => void;
}

/** What a picture shows, and what of it stays in view when it is cropped. Holds wherever it is shown. */
export function PictureDialog({ picture, hasCaption = false, onSaved, onClose }: PictureDialogProps) {
  const website = useWebsite();
  const toast = useToast();
  const [update, { isLoading }] = useUpdateAssetMutation();
  const [altText, setAltText] = useState(picture.altText);
  const [focalPoint, setFocalPoint] = useState(picture.focalPoint);
  const [title, setTitle] = useState(picture.title ?? "");
  const [body, setBody] = useState(picture.body ?? "");
  const [error, setError] = useState<string | null>(null);
  const { standing, failureText } = useStanding(picture);
  const save = async () => {
    setError(null);
    try {
      const change = { altText: altText.trim().replace(/\s+/g, " "), focalPoint, ...(hasCaption ? { title, body } : {}) };
      const saved = await update({ websiteId: website.id, assetId: picture.id, standing, change }).unwrap();
      onSaved?.(saved);
      onClose();
      toast.say("Picture saved");
    } catch (failure) {
      setError(await failureText(failure));
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
        event.stopPropagation();
        void save();
      }}
    >
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <TextField
          label="Description"
          value={altText}
          multiline
          onChange={(event) => setAltText(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 300 } }}
        />
        {hasCaption && (
          <>
            <TextField
              label="Title"
              value={title}
              onChange={(event) => setTitle(event.target.value)}
              helperText="Shown below it in galleries that show titles."
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
            <TextField
              label="Text"
              value={body}
              multiline
              minRows={2}
              onChange={(event) => setBody(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 2000 } }}
            />
          </>
        )}
        <FocalPointField url={picture.url} value={focalPoint} onChange={setFocalPoint} />
      </Stack>
    </FormDialog>
  );
}
