import { t } from "@lingui/core/macro";
import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { uiLocale } from "../i18n/format";
import { currencyName } from "@/shared/money/currencies";

const fitting = createFilterOptions<string>({ stringify: currencyName });

interface CurrencyFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  /** ISO 4217 codes offered by the server. */
  offered: readonly string[];
  help: string;
  disabled?: boolean;
}

/** Currency of a shop, searchable by name or code. */
export function FormCurrencyField<Values extends FieldValues>(props: CurrencyFieldProps<Values>) {
  const { control, name, offered, help, disabled = false } = props;
  const { field, fieldState } = useController({ control, name });
  const chosen = String(field.value);
  const all = offered.includes(chosen) ? offered : [chosen, ...offered];
  return (
    <Autocomplete
      disableClearable
      autoHighlight
      options={all.toSorted((one, other) => currencyName(one).localeCompare(currencyName(other), uiLocale()))}
      getOptionLabel={currencyName}
      filterOptions={fitting}
      slotProps={{ paper: { elevation: 4 } }}
      value={chosen}
      onChange={(_, code) => field.onChange(code)}
      disabled={disabled}
      noOptionsText={t`No such currency.`}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          onBlur={field.onBlur}
          label={t`Currency`}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? help}
        />
      )}
    />
  );
}
