import TextField from "@mui/material/TextField";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { boundInput } from "../bound-input";
import { htmlOf, plainOf } from "./plain-html";

interface Props<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  help?: string;
  rows: number;
  disabled?: boolean;
}

/** Plain-text field for a value stored as HTML. HTML from elsewhere stays unchanged until something is typed. */
export function PlainHtmlField<Values extends FieldValues>({
  control,
  name,
  label,
  help,
  rows,
  disabled,
}: Props<Values>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <TextField
      {...boundInput(field)}
      value={plainOf(String(field.value ?? ""))}
      onChange={(event) => field.onChange(htmlOf(event.target.value))}
      label={label}
      multiline
      minRows={rows}
      disabled={disabled ?? false}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? help}
    />
  );
}
