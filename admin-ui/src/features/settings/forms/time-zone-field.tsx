import { t } from "@lingui/core/macro";
import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useController, type Control } from "react-hook-form";
import { editorLabels } from "@/shared/i18n/editor-labels";
import { nowIn, offsetOf } from "./time-zones";
import type { SettingsValues } from "./settings-values";

/** The time zones that the browser supports; null if it cannot list them. */
function knownZones(): string[] | null {
  try {
    return [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])];
  } catch {
    return null;
  }
}

/** Limited, since hundreds are not usable. Spaces match underscores. */
const fitting = createFilterOptions<string>({ limit: 40, stringify: (zone) => `${zone} ${zone.replaceAll("_", " ")}` });

interface TimeZoneFieldProps {
  control: Control<SettingsValues>;
  disabled: boolean;
}

/** IANA time zone, searchable by any part of its name; a text field if the browser has no list. */
export function TimeZoneField({ control, disabled }: TimeZoneFieldProps) {
  const { field, fieldState } = useController({ control, name: "timeZone" });
  const [zones] = useState(knownZones);
  const [initial] = useState(field.value);
  const input = {
    inputRef: field.ref,
    onBlur: field.onBlur,
    label: t`Time zone`,
    error: fieldState.invalid || zones === null,
  };
  if (zones === null) {
    return (
      <TextField
        {...input}
        value={field.value}
        onChange={field.onChange}
        disabled={disabled}
        helperText={fieldState.error?.message ?? editorLabels.timeZone}
      />
    );
  }
  // The server may know zones and aliases that the browser does not.
  const options = zones.includes(initial) ? zones : [initial, ...zones];
  const now = nowIn(field.value);
  return (
    <Autocomplete
      disableClearable
      autoHighlight
      options={options}
      filterOptions={fitting}
      slotProps={{ paper: { elevation: 4 } }}
      value={field.value}
      onChange={(_, zone) => field.onChange(zone)}
      disabled={disabled}
      noOptionsText={t`No such time zone. Try the name of a large city nearby.`}
      renderOption={({ key, ...props }, zone) => (
        <Box component="li" key={key} {...props} sx={{ gap: 2 }}>
          <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
            {zone.replaceAll("_", " ")}
          </Box>{" "}
          <Typography component="span" variant="body2" color="textSecondary" noWrap>
            {offsetOf(zone)}
          </Typography>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          {...input}
          helperText={
            fieldState.error?.message ??
            (now === null
              ? t`Used for the dates and times of the site`
              : t`Used for the dates and times of the site: now ${now}`)
          }
        />
      )}
    />
  );
}
