import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { AssetBody } from "@stoa/api/rules";
import { maxOf } from "../form/field-rules";
import { errorText } from "../i18n/error-text";
import { useWebsite } from "../session/hooks";
import { useUpdateAssetMutation, type Asset } from "./api";
import { assetUrl } from "./asset-url";
import type { Undescribed, Uploads } from "./use-uploads";

interface DescribeUploadsProps {
  uploads: Uploads;
  onDescribed?: (asset: Asset) => void;
}

/** Asks for alt texts of images just uploaded; can be skipped. */
export function DescribeUploads({ uploads, onDescribed }: DescribeUploadsProps) {
  if (uploads.undescribed.length === 0) return null;
  return (
    <Stack
      component="ul"
      aria-label={t`Images without a description`}
      sx={{ listStyle: "none", m: 0, p: 0, mb: 2, gap: 1.5 }}
    >
      {uploads.undescribed.map((picture) => (
        <Box component="li" key={picture.id}>
          <Describe picture={picture} onDescribed={onDescribed} onDone={() => uploads.settle(picture.id)} />
        </Box>
      ))}
    </Stack>
  );
}

interface DescribeProps {
  picture: Undescribed;
  onDescribed: ((asset: Asset) => void) | undefined;
  onDone: () => void;
}

function Describe({ picture, onDescribed, onDone }: DescribeProps) {
  const website = useWebsite();
  const [update, { isLoading }] = useUpdateAssetMutation();
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    const change = { altText: text.trim(), focalPoint: picture.focalPoint };
    const outcome = await update({ websiteId: website.id, assetId: picture.id, change });
    if (outcome.error !== undefined) return setError(errorText(outcome.error));
    onDescribed?.(outcome.data);
    onDone();
  };
  return (
    <Stack
      component="form"
      direction={{ xs: "column", sm: "row" }}
      sx={{ gap: 1, alignItems: { sm: "flex-start" } }}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void save();
      }}
    >
      <Box
        component="img"
        src={assetUrl(website.url, picture.url, 100)}
        alt=""
        sx={{ width: 56, height: 56, objectFit: "cover", borderRadius: 1, flexShrink: 0 }}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <TextField
          fullWidth
          label={t`What does ${{ filename: picture.filename }} show?`}
          value={text}
          helperText={t`Read by screen readers to people who cannot see the image`}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ htmlInput: { maxLength: maxOf(AssetBody.entries.altText) } }}
        />
        {error !== null && <Alert severity="error">{error}</Alert>}
      </Box>
      <Button type="submit" variant="outlined" color="inherit" loading={isLoading} disabled={text.trim() === ""}>
        {t`Save`}
      </Button>
      <Button color="inherit" onClick={onDone}>
        {t`Later`}
      </Button>
    </Stack>
  );
}
