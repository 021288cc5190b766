import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { boundInput } from "./bound-input";
import { parsePercent } from "../money/percent";

interface PercentFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  disabled?: boolean;
}

/** A percentage above 0 and up to 100, as text. */
export function FormPercentField<Values extends FieldValues>(props: PercentFieldProps<Values>) {
  const { control, name, label, disabled } = props;
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      validate: (value: unknown) => {
        const basisPoints = parsePercent(String(value ?? ""));
        return (basisPoints !== null && basisPoints > 0 && basisPoints <= 10_000) || "Enter a percentage up to 100";
      },
    },
  });
  return (
    <TextField
      {...boundInput(field)}
      value={String(field.value ?? "")}
      label={label}
      disabled={disabled ?? false}
      error={fieldState.invalid}
      helperText={fieldState.error?.message}
      slotProps={{
        htmlInput: { inputMode: "decimal", style: { textAlign: "right" } },
        input: { endAdornment: <InputAdornment position="end">%</InputAdornment> },
      }}
    />
  );
}
