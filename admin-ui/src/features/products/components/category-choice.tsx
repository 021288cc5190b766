import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";

/** A category with its way down. */
export interface CategoryOption {
  id: string;
  name: string;
}

/** More of ten thousand would not be read: who types finds the others. */
export const shownAtOnce = 50;

const fitting = createFilterOptions<CategoryOption>({ limit: shownAtOnce, stringify: ({ name }) => name });

interface CategoryChoiceProps {
  label: string;
  /** What stands there while none is chosen. */
  none?: string;
  /** Whether none can be chosen again. */
  clearable?: boolean;
  value: string;
  options: readonly CategoryOption[];
  onChange: (id: string) => void;
  disabled?: boolean;
  help?: string | undefined;
}

/** One category of a store, found by typing. */
export function CategoryChoice(props: CategoryChoiceProps) {
  const { label, none = "", clearable = false, value, options, onChange, disabled = false, help } = props;
  const chosen = options.find(({ id }) => id === value) ?? null;
  const many = options.length > shownAtOnce ? `Type to find more of ${options.length}` : undefined;
  return (
    <Autocomplete
      fullWidth
      autoHighlight
      disableClearable={!clearable}
      options={options}
      filterOptions={fitting}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      slotProps={{ paper: { elevation: 4 } }}
      value={chosen as CategoryOption}
      onChange={(_, next: CategoryOption | null) => onChange(next?.id ?? "")}
      disabled={disabled}
      noOptionsText="No such category."
      renderInput={(input) => <TextField {...input} label={label} placeholder={none} helperText={help ?? many} />}
    />
  );
}
