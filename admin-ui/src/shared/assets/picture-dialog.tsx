import Box from "@mui/material/Box";
import FormLabel from "@mui/material/FormLabel";
import Slider from "@mui/material/Slider";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useId, useState } from "react";
import { FormDialog } from "../form/form-dialog";
import { errorText } from "../i18n/error-text";
import { useWebsite } from "../session/hooks";
import { useUpdateAssetMutation, type Asset } from "./api";
import { assetAddress } from "./asset-address";

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
        <Box sx={{ position: "relative", alignSelf: "center", lineHeight: 0, cursor: "crosshair" }}>
          <Box
            component="img"
            src={assetAddress(website.url, picture.url, 750)}
            alt=""
            sx={{ maxWidth: "100%", maxHeight: 320, borderRadius: 1 }}
            onClick={(event) => {
              const box = event.currentTarget.getBoundingClientRect();
              setFocalPoint({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
            }}
          />
          <Box
            aria-hidden
            sx={{
              position: "absolute",
              left: `${focalPoint.x * 100}%`,
              top: `${focalPoint.y * 100}%`,
              width: 22,
              height: 22,
              transform: "translate(-50%, -50%)",
              borderRadius: "50%",
              border: "3px solid #fff",
              boxShadow: "0 0 0 2px #000",
              pointerEvents: "none",
            }}
          />
        </Box>
        <Share label="From the left" value={focalPoint.x} onChange={(x) => setFocalPoint((point) => ({ ...point, x }))} />
        <Share label="From the top" value={focalPoint.y} onChange={(y) => setFocalPoint((point) => ({ ...point, y }))} />
      </Stack>
    </FormDialog>
  );
}

function Share({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const id = useId();
  return (
    <Box>
      <FormLabel id={id}>{label}</FormLabel>
      <Slider
        aria-labelledby={id}
        value={Math.round(value * 100)}
        valueLabelDisplay="auto"
        valueLabelFormat={(percent) => `${percent} %`}
        onChange={(_, percent) => onChange(Number(percent) / 100)}
      />
    </Box>
  );
}
