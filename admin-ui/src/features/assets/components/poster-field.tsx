import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import Stack from "@mui/material/Stack";
import { skipToken } from "@reduxjs/toolkit/query";
import { useId, useState } from "react";
import { useGetAssetQuery } from "@/shared/assets/api";
import { AssetPickerDialog } from "@/shared/assets/asset-picker-dialog";
import { useWebsite } from "@/shared/session/hooks";
import { Thumbnail } from "@/shared/ui/thumbnail";

interface PosterFieldProps {
  /** Id of the image; empty for none. */
  value: string;
  onChange: (assetId: string) => void;
  disabled: boolean;
}

/** The poster image that a video shows until it plays. */
export function PosterField({ value, onChange, disabled }: PosterFieldProps) {
  const website = useWebsite();
  const labelId = useId();
  const [picking, setPicking] = useState(false);
  const { data: picture } = useGetAssetQuery(value === "" ? skipToken : { websiteId: website.id, assetId: value });
  return (
    <Box role="group" aria-labelledby={labelId}>
      <FormLabel id={labelId} sx={{ display: "block", mb: 0.75, typography: "caption" }}>
        {t`Thumbnail`}
      </FormLabel>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: "center" }}>
        <Thumbnail url={value === "" ? null : (picture?.url ?? null)} alt={picture?.altText ?? ""} size={64} />
        {!disabled && (
          <Stack direction="row" sx={{ gap: 0.5 }}>
            <Button size="small" onClick={() => setPicking(true)}>
              {value === "" ? t`Choose an image` : t`Replace`}
            </Button>
            {value !== "" && (
              <Button size="small" color="inherit" onClick={() => onChange("")}>
                {t`Clear`}
              </Button>
            )}
          </Stack>
        )}
      </Stack>
      <FormHelperText>{t`Shown until the video plays. Without one the first frame of the video is shown.`}</FormHelperText>
      <AssetPickerDialog
        open={picking}
        selectedId={value}
        onClose={() => setPicking(false)}
        onPick={(picked) => {
          onChange(picked.id);
          setPicking(false);
        }}
      />
    </Box>
  );
}
