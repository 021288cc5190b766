import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { skipToken } from "@reduxjs/toolkit/query";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { useWebsite } from "../session/hooks";
import { Thumbnail } from "../ui/thumbnail";
import { useGetAssetQuery } from "./api";
import { AssetPickerDialog } from "./asset-picker-dialog";

interface ImageFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  /** Where the image is used. */
  help: string;
  /** Name of the image, if a form has several. */
  of?: string;
  /** Error message if none is chosen; optional without it. */
  required?: string;
  disabled: boolean;
}

/** An image of the media library; the value is its id, or empty. */
export function ImageField<Values extends FieldValues>({
  control,
  name: fieldName,
  help,
  of,
  required,
  disabled,
}: ImageFieldProps<Values>) {
  const rules = { validate: (value: unknown) => required === undefined || (value ?? "") !== "" || required };
  const { field, fieldState } = useController({ control, name: fieldName, rules });
  const value = String(field.value ?? "");
  const [picking, setPicking] = useState(false);
  const chosen = value !== "";
  const named = (words: string) => (of === undefined ? undefined : `${words}: ${of}`);
  const website = useWebsite();
  const { currentData: asset } = useGetAssetQuery(chosen ? { websiteId: website.id, assetId: value } : skipToken);
  return (
    <Stack sx={{ gap: 1, alignItems: "flex-start" }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
        {chosen && <Thumbnail url={asset?.url ?? null} alt={asset?.altText ?? ""} size={48} />}
        <Button
          variant="outlined"
          color="inherit"
          disabled={disabled}
          aria-label={named(chosen ? t`Change image` : t`Choose image`)}
          onClick={() => setPicking(true)}
        >
          {chosen ? t`Change image` : t`Choose image`}
        </Button>
        {chosen && (
          <Button color="inherit" disabled={disabled} aria-label={named(t`Remove`)} onClick={() => field.onChange("")}>
            {t`Remove`}
          </Button>
        )}
      </Stack>
      <FormHelperText error={fieldState.invalid}>
        {fieldState.error?.message ?? (chosen ? selectedText(asset?.filename) : help)}
      </FormHelperText>
      <AssetPickerDialog
        open={picking}
        selectedId={chosen ? value : null}
        onPick={({ id }) => {
          field.onChange(id);
          setPicking(false);
        }}
        onClose={() => setPicking(false)}
      />
    </Stack>
  );
}

function selectedText(filename: string | undefined): string {
  return filename === undefined ? t`Selected` : t`Selected: ${filename}`;
}
