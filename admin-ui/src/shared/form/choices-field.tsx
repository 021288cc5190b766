import { t } from "@lingui/core/macro";
import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { NotLoaded } from "./not-loaded";

/** An option. */
export interface Choice {
  id: string;
  name: string;
}

/** A list of thousands is not usable: others are found by typing. */
const fitting = createFilterOptions<Choice>({ limit: 100, stringify: ({ name }) => name });

interface ChoicesFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  choices: Choice[];
  /** Error message if nothing is chosen; optional without it. */
  emptyText?: string;
  help?: string;
  loading?: boolean;
  /** Why the options could not be loaded, and how to retry. */
  failure?: { error: unknown; onRetry: () => void } | null;
  disabled?: boolean;
}

/** Multi-select with search. The value is a list of ids. */
export function FormChoicesField<Values extends FieldValues>(props: ChoicesFieldProps<Values>) {
  const { control, name, label, choices, emptyText, help, loading, failure, disabled } = props;
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      validate: (value: unknown) => emptyText === undefined || (Array.isArray(value) && value.length > 0) || emptyText,
    },
  });
  const ids = field.value as string[];
  // A chosen id stays while its name is unknown.
  const unknown = failure ? t`Not loaded` : loading ? "…" : t`No longer exists`;
  const chosen = ids.map((id) => choices.find((choice) => choice.id === id) ?? { id, name: unknown });
  return (
    <div>
      <Autocomplete
        multiple
        options={choices}
        filterOptions={fitting}
        value={chosen}
        loading={loading ?? false}
        disabled={disabled ?? false}
        getOptionLabel={(choice) => choice.name}
        getOptionKey={(choice) => choice.id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        onChange={(_, next) => field.onChange(next.map((choice) => choice.id))}
        onBlur={field.onBlur}
        renderInput={(input) => (
          <TextField
            {...input}
            inputRef={field.ref}
            label={label}
            error={fieldState.invalid}
            helperText={fieldState.error?.message ?? help}
          />
        )}
      />
      {failure && <NotLoaded what={label} {...failure} />}
    </div>
  );
}
