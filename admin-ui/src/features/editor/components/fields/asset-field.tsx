import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { skipToken } from "@reduxjs/toolkit/query";
import { useId, useState } from "react";
import { useGetAssetQuery, type Asset } from "@/shared/assets/api";
import { AssetPickerDialog } from "@/shared/assets/asset-picker-dialog";
import { ImageDialog } from "@/shared/assets/image-dialog";
import { useWebsite } from "@/shared/session/hooks";
import { Thumbnail } from "@/shared/ui/thumbnail";
import type { Field } from "../../schema/field";
import type { SchemaFieldProps } from "./schema-field-props";

/** Thumbnail of the file; the poster for videos. */
function stillOf(asset: Asset | undefined, poster: Asset | undefined): string | null {
  return (asset?.kind === "video" ? poster : asset)?.url ?? null;
}

/** A file of the media library, chosen in a dialog. */
export function AssetField({
  field,
  value,
  onChange,
  disabled,
  errors,
  path,
}: SchemaFieldProps<Extract<Field, { kind: "asset" }>>) {
  const website = useWebsite();
  const labelId = useId();
  const [picking, setPicking] = useState(false);
  const [describing, setDescribing] = useState(false);
  const assetId = typeof value === "string" ? value : "";
  const { data: asset } = useGetAssetQuery(assetId === "" ? skipToken : { websiteId: website.id, assetId });
  const posterId = asset?.posterId;
  const { data: poster } = useGetAssetQuery(
    posterId == null ? skipToken : { websiteId: website.id, assetId: posterId },
  );
  const error = errors[path];
  const help = error ?? field.description;
  return (
    <Box role="group" aria-labelledby={labelId}>
      <FormLabel id={labelId} sx={{ display: "block", mb: 0.75, typography: "caption" }}>
        {field.title}
      </FormLabel>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: "center" }}>
        <Thumbnail url={stillOf(asset, poster)} alt={asset?.altText ?? ""} size={64} />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="body2" noWrap>
            {asset?.filename ?? (assetId === "" ? t`Nothing selected` : field.title)}
          </Typography>
          {!disabled && (
            <Stack direction="row" sx={{ gap: 0.5, ml: -1 }}>
              <Button size="small" onClick={() => setPicking(true)}>
                {assetId === "" ? t`Choose` : t`Replace`}
              </Button>
              {asset?.kind === "picture" && (
                <Button
                  size="small"
                  color="inherit"
                  aria-label={t`Describe ${{ filename: asset.filename }}`}
                  onClick={() => setDescribing(true)}
                >
                  {t`Describe`}
                </Button>
              )}
              {assetId !== "" && (
                <Button size="small" color="inherit" onClick={() => onChange("")}>
                  {t`Clear`}
                </Button>
              )}
            </Stack>
          )}
        </Box>
      </Stack>
      {help && <FormHelperText error={error !== undefined}>{help}</FormHelperText>}
      <AssetPickerDialog
        open={picking}
        selectedId={assetId}
        kinds={field.kinds}
        onClose={() => setPicking(false)}
        onPick={(picked) => {
          onChange(picked.id);
          setPicking(false);
        }}
      />
      {describing && asset !== undefined && (
        <ImageDialog picture={asset} hasCaption onClose={() => setDescribing(false)} />
      )}
    </Box>
  );
}
