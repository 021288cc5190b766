import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { AssetPickerDialog } from "@/shared/assets/asset-picker-dialog";

interface PictureFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  /** Where the picture is shown. */
  help: string;
  disabled: boolean;
}

/** A picture of the library; the field holds its id, or empty text. */
export function PictureField<Values extends FieldValues>({ control, name: fieldName, help, disabled }: PictureFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name: fieldName });
  const value = String(field.value ?? "");
  const [picking, setPicking] = useState(false);
  const [name, setName] = useState<string | null>(null);
  const chosen = value !== "";
  return (
    <Stack sx={{ gap: 1, alignItems: "flex-start" }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        <Button variant="outlined" color="inherit" disabled={disabled} onClick={() => setPicking(true)}>
          {chosen ? "Change picture" : "Choose picture"}
        </Button>
        {chosen && (
          <Button color="inherit" disabled={disabled} onClick={() => field.onChange("")}>
            Remove
          </Button>
        )}
      </Stack>
      <FormHelperText error={fieldState.invalid}>
        {fieldState.error?.message ?? (chosen ? `Chosen${name === null ? "" : `: ${name}`}` : help)}
      </FormHelperText>
      <AssetPickerDialog
        open={picking}
        selectedId={chosen ? value : null}
        onPick={(asset) => {
          field.onChange(asset.id);
          setName(asset.filename);
          setPicking(false);
        }}
        onClose={() => setPicking(false)}
      />
    </Stack>
  );
}
