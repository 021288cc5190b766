import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { NotLoaded } from "./not-loaded";

/** Something that can be chosen. */
export interface Choice {
  id: string;
  name: string;
}

/** More of thousands would not be read: who types finds the others. */
const fitting = createFilterOptions<Choice>({ limit: 100, stringify: ({ name }) => name });

interface ChoicesFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  choices: Choice[];
  /** What is said when nothing is chosen; without it nothing has to be. */
  emptyText?: string;
  help?: string;
  loading?: boolean;
  /** Why the choices did not come, and how to ask for them again. */
  failure?: { error: unknown; onRetry: () => void } | null;
  disabled?: boolean;
}

/** Several of a list, found by typing. The field holds their ids. */
export function FormChoicesField<Values extends FieldValues>(props: ChoicesFieldProps<Values>) {
  const { control, name, label, choices, emptyText, help, loading, failure, disabled } = props;
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate: (value: unknown) => emptyText === undefined || (Array.isArray(value) && value.length > 0) || emptyText },
  });
  const ids = field.value as string[];
  // What was chosen is there all the same while its name is not known.
  const unknown = failure ? "Not loaded" : loading ? "…" : "No longer there";
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
