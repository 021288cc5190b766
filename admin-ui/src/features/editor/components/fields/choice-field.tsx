import Box from "@mui/material/Box";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useId } from "react";
import { useIsRightToLeft } from "../../hooks/use-open-preview";
import type { Field } from "../../schema/field";
import { rightToLeftOptions } from "../../schema/right-to-left-options";
import type { SchemaFieldProps } from "./schema-field-props";

/** Few short choices are shown as buttons, others as a select. */
export function ChoiceField({
  field,
  value,
  onChange,
  disabled,
  errors,
  path,
}: SchemaFieldProps<Extract<Field, { kind: "choice" }>>) {
  const labelId = useId();
  const error = errors[path];
  const help = error ?? field.description;
  const rightToLeft = useIsRightToLeft();
  const options = rightToLeft ? rightToLeftOptions(field.options) : field.options;
  const longest = Math.max(...options.map(({ title }) => title.length));
  const short = options.length <= 4 && longest * options.length <= 36;
  if (!short) {
    return (
      <TextField
        select
        label={field.title}
        value={options.some((option) => option.value === value) ? value : ""}
        onChange={(event) => onChange(event.target.value)}
        disabled={disabled}
        error={error !== undefined}
        helperText={help}
      >
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.title}
          </MenuItem>
        ))}
      </TextField>
    );
  }
  return (
    <Box>
      <FormLabel id={labelId} sx={{ display: "block", mb: 0.75, typography: "caption" }}>
        {field.title}
      </FormLabel>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        aria-labelledby={labelId}
        value={value}
        disabled={disabled}
        onChange={(_, next: string | number | null) => {
          if (next !== null) onChange(next);
        }}
      >
        {options.map((option) => (
          <ToggleButton key={option.value} value={option.value}>
            {option.title}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {help && <FormHelperText error={error !== undefined}>{help}</FormHelperText>}
    </Box>
  );
}
