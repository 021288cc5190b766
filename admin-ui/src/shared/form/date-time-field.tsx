import TextField from "@mui/material/TextField";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { boundInput } from "./bound-input";

interface DateTimeFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  help?: string;
  disabled?: boolean;
}

/** Date and time in the zone in which times are shown; may be empty. */
export function FormDateTimeField<Values extends FieldValues>(props: DateTimeFieldProps<Values>) {
  const { control, name, label, help, disabled } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <TextField
      {...boundInput(field)}
      type="datetime-local"
      label={label}
      disabled={disabled ?? false}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? help}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
