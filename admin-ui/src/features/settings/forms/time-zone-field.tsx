import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useController, type Control } from "react-hook-form";
import { editorLabels } from "@/shared/i18n/editor-labels";
import type { SettingsValues } from "./settings-form";

/** The zones that this browser knows; null when it cannot tell them. */
function knownZones(): string[] | null {
  try {
    return Intl.supportedValuesOf("timeZone");
  } catch {
    return null;
  }
}

/** More of hundreds would not be read. */
const fitting = createFilterOptions<string>({ limit: 40 });

interface TimeZoneFieldProps {
  control: Control<SettingsValues>;
  disabled: boolean;
}

/** A zone by its name, found by any part of it. Any other name can be typed; the server knows whether it is one. */
export function TimeZoneField({ control, disabled }: TimeZoneFieldProps) {
  const { field, fieldState } = useController({ control, name: "timeZone" });
  const [zones] = useState(knownZones);
  const help = zones === null ? editorLabels.timeZone : "Dates and times of the site are written in it";
  return (
    <Autocomplete
      freeSolo
      options={zones ?? []}
      filterOptions={fitting}
      slotProps={{ paper: { elevation: 4 } }}
      value={field.value}
      inputValue={field.value}
      onInputChange={(_, zone, reason) => {
        if (reason !== "reset") field.onChange(zone);
      }}
      onChange={(_, zone) => {
        if (zone !== null) field.onChange(zone);
      }}
      disabled={disabled}
      renderInput={(params) => (
        <TextField {...params} inputRef={field.ref} onBlur={field.onBlur} label="Time zone" error={fieldState.invalid || zones === null} helperText={fieldState.error?.message ?? help} />
      )}
    />
  );
}
