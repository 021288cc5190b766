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

interface PictureFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  /** Where the picture is shown. */
  help: string;
  /** What it is a picture of, where a form has several. */
  of?: string;
  /** What is said where none was chosen; without it none has to be. */
  required?: string;
  disabled: boolean;
}

/** A picture of the library; the field holds its id, or empty text. */
export function PictureField<Values extends FieldValues>({ control, name: fieldName, help, of, required, disabled }: PictureFieldProps<Values>) {
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
        <Button variant="outlined" color="inherit" disabled={disabled} aria-label={named(chosen ? "Change picture" : "Choose picture")} onClick={() => setPicking(true)}>
          {chosen ? "Change picture" : "Choose picture"}
        </Button>
        {chosen && (
          <Button color="inherit" disabled={disabled} aria-label={named("Remove")} onClick={() => field.onChange("")}>
            Remove
          </Button>
        )}
      </Stack>
      <FormHelperText error={fieldState.invalid}>
        {fieldState.error?.message ?? (chosen ? `Chosen${asset === undefined ? "" : `: ${asset.filename}`}` : help)}
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
