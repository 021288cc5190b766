import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";

interface FilterChoiceProps<Value extends string> {
  label: string;
  /** Label for no filter. */
  none?: string;
  value: string;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | "") => void;
  /** Takes two columns of the bar, for long values. */
  wide?: boolean;
}

/** One filter of a list; an empty string for none. */
export function FilterChoice<Value extends string>({
  label,
  none = t`All`,
  value,
  options,
  onChange,
  wide = false,
}: FilterChoiceProps<Value>) {
  return (
    <TextField
      select
      label={label}
      value={options.some((option) => option.value === value) ? value : ""}
      onChange={(event) => onChange(options.find((option) => option.value === event.target.value)?.value ?? "")}
      {...(wide && { sx: { gridColumn: "span 2" } })}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{none}</MenuItem>
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
