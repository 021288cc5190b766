import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useController, type Control } from "react-hook-form";
import { AssetPickerDialog } from "@/shared/assets/asset-picker-dialog";
import type { PageSettingsForm } from "./page-settings-state";

interface ShareImageFieldProps {
  control: Control<PageSettingsForm>;
  disabled: boolean;
}

/** The picture that is shown where the page is shared. */
export function ShareImageField({ control, disabled }: ShareImageFieldProps) {
  const { field, fieldState } = useController({ control, name: "shareImageId" });
  const [picking, setPicking] = useState(false);
  const [name, setName] = useState<string | null>(null);
  const chosen = field.value !== "";
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
        {fieldState.error?.message ?? (chosen ? `Chosen${name === null ? "" : `: ${name}`}` : "Shown where the page is shared")}
      </FormHelperText>
      <AssetPickerDialog
        open={picking}
        selectedId={chosen ? field.value : null}
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
