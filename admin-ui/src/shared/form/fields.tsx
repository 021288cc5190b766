import { t } from "@lingui/core/macro";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import InputAdornment from "@mui/material/InputAdornment";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useController, type Control, type FieldPath, type FieldValues, type RegisterOptions } from "react-hook-form";
import { boundInput } from "./bound-input";
import { currencyDecimals, parseMoney } from "../money/money";

interface FieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  help?: string;
  disabled?: boolean;
}

interface TextFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  rules?: Omit<RegisterOptions<Values, FieldPath<Values>>, "disabled" | "valueAsNumber" | "valueAsDate" | "setValueAs">;
  type?: "text" | "email" | "password" | "url";
  autoComplete?: string;
  rows?: number;
  hiddenLabel?: boolean;
  maxLength?: number;
  autoFocus?: boolean;
}

export function FormTextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const {
    control,
    name,
    label,
    help,
    disabled,
    rules,
    type = "text",
    autoComplete,
    rows,
    hiddenLabel,
    maxLength,
    autoFocus,
  } = props;
  const { field, fieldState } = useController({ control, name, ...(rules ? { rules } : {}) });
  return (
    <TextField
      {...boundInput(field)}
      value={String(field.value ?? "")}
      label={hiddenLabel ? undefined : label}
      type={type}
      multiline={rows !== undefined}
      minRows={rows}
      autoComplete={autoComplete}
      autoFocus={autoFocus ?? false}
      disabled={disabled ?? false}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? help}
      slotProps={{ htmlInput: { maxLength, ...(hiddenLabel ? { "aria-label": label } : {}) } }}
    />
  );
}

interface MoneyFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  currency: string;
  required?: boolean;
  hiddenLabel?: boolean;
  /** Validates an amount that could be parsed. */
  check?: (minor: number) => true | string;
}

/** An amount as text; only as many decimals as the currency has. */
export function FormMoneyField<Values extends FieldValues>(props: MoneyFieldProps<Values>) {
  const { control, name, label, help, disabled, currency, required = true, hiddenLabel, check } = props;
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      validate: (value: unknown) => {
        const text = String(value ?? "").trim();
        if (text === "") return required ? t`Enter an amount` : true;
        const parsed = parseMoney(text, currency);
        if (!parsed.ok) return parsed.message;
        return check?.(parsed.minor) ?? true;
      },
    },
  });
  return (
    <TextField
      {...boundInput(field)}
      value={String(field.value ?? "")}
      label={hiddenLabel ? undefined : label}
      disabled={disabled ?? false}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? help}
      slotProps={{
        htmlInput: {
          inputMode: currencyDecimals(currency) === 0 ? "numeric" : "decimal",
          style: { textAlign: "right" },
          ...(hiddenLabel ? { "aria-label": label } : {}),
        },
        input: { startAdornment: <InputAdornment position="start">{currency}</InputAdornment> },
      }}
    />
  );
}

export function FormSwitch<Values extends FieldValues>({ control, name, label, help, disabled }: FieldProps<Values>) {
  const { field } = useController({ control, name });
  return (
    <Stack>
      <FormControlLabel
        control={
          <Switch
            checked={field.value === true}
            onChange={(_, checked) => field.onChange(checked)}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref } }}
          />
        }
        label={label}
        disabled={disabled ?? false}
      />
      {help && <FormHelperText>{help}</FormHelperText>}
    </Stack>
  );
}

interface SelectFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  options: readonly { value: string; label: string }[];
}

export function FormSelect<Values extends FieldValues>(props: SelectFieldProps<Values>) {
  const { control, name, label, help, disabled, options } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <TextField
      {...boundInput(field)}
      select
      label={label}
      disabled={disabled ?? false}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? help}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
