import { t } from "@lingui/core/macro";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { boundInput } from "./bound-input";
import type { Limits, Rule } from "@stoa/api/rule";
import { parsePercent, percentToText } from "../money/percent";
import { fieldRules } from "./field-rules";

interface PercentFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  /** The rule of the basis points. */
  rule: Rule;
  label: string;
  disabled?: boolean;
}

/** Rules of a percentage that is sent in basis points; it must be above 0. */
export function percentRules(rule: Rule, { mayBeEmpty = false } = {}) {
  const wrong = ({ max = 0 }: Limits) => t`Enter a percentage up to ${{ percentToText: percentToText(max) }}`;
  return fieldRules(rule, { mayBeEmpty, sent: (text) => parsePercent(text) || undefined, wrong });
}

/** A percentage as text. */
export function FormPercentField<Values extends FieldValues>(props: PercentFieldProps<Values>) {
  const { control, name, rule, label, disabled } = props;
  const { field, fieldState } = useController({
    control,
    name,
    rules: percentRules(rule).rules,
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
