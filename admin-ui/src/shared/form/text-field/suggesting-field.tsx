import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import ListItemText from "@mui/material/ListItemText";
import { useMemo, type ReactNode } from "react";
import { CaretStableTextField } from "./caret-stable-text-field";

interface Suggestion {
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
  /** End adornment of the field. */
  end?: ReactNode;
}

/** Maximum number of suggestions. */
const maxSuggestions = 60;

/** Free text with suggestions from the site. */
export function SuggestingField(props: SuggestingFieldProps) {
  const { label, value, suggestions, onChange, placeholder, required, disabled, error, help, maxLength, end } = props;
  const titles = useMemo(
    () => new Map(suggestions.map((suggestion) => [suggestion.value, suggestion.title])),
    [suggestions],
  );
  const titleOf = (option: string) => titles.get(option) ?? option;
  const fitting = createFilterOptions<string>({
    limit: maxSuggestions,
    stringify: (option) => `${titleOf(option)} ${option}`,
  });
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
        <CaretStableTextField
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
