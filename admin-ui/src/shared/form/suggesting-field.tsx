import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import ListItemText from "@mui/material/ListItemText";
import { useMemo, type ReactNode } from "react";
import { SteadyTextField } from "./steady-text-field";

export interface Suggestion {
  value: string;
  title: string;
}

interface SuggestingFieldProps {
  label: string;
  value: string;
  suggestions: Suggestion[];
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  required: boolean;
  disabled: boolean;
  error: boolean;
  help: string | undefined;
  maxLength: number | null;
  /** Stands at the end of the field. */
  end?: ReactNode;
}

/** How many are offered at once. */
const most = 60;

/** A text that people type as they like, or choose from what the site has. */
export function SuggestingField(props: SuggestingFieldProps) {
  const { label, value, suggestions, onChange, placeholder, required, disabled, error, help, maxLength, end } = props;
  const titles = useMemo(() => new Map(suggestions.map((suggestion) => [suggestion.value, suggestion.title])), [suggestions]);
  const titleOf = (option: string) => titles.get(option) ?? option;
  const fitting = createFilterOptions<string>({ limit: most, stringify: (option) => `${titleOf(option)} ${option}` });
  return (
    <Autocomplete
      freeSolo
      disableClearable
      fullWidth
      disabled={disabled}
      options={[...titles.keys()]}
      filterOptions={fitting}
      renderOption={({ key, ...item }, option) => (
        <li key={key} {...item}>
          <ListItemText
            primary={titleOf(option)}
            secondary={titleOf(option) === option ? null : option}
            slotProps={{ primary: { noWrap: true }, secondary: { noWrap: true, variant: "caption" } }}
          />
        </li>
      )}
      value={value}
      inputValue={value}
      onInputChange={(_, typed, reason) => {
        if (reason === "input" || reason === "selectOption") onChange(typed);
      }}
      renderInput={({ slotProps, ...input }) => (
        <SteadyTextField
          {...input}
          label={label}
          value={value}
          placeholder={placeholder ?? ""}
          required={required}
          error={error}
          helperText={help}
          slotProps={{
            inputLabel: slotProps.inputLabel,
            input: { ...slotProps.input, endAdornment: end },
            htmlInput: { ...slotProps.htmlInput, maxLength: maxLength ?? undefined },
          }}
        />
      )}
    />
  );
}
