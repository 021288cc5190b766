import { t } from "@lingui/core/macro";
import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";

/** A category with its path. */
interface CategoryOption {
  id: string;
  name: string;
}

/** A list of ten thousand is not usable: others are found by typing. */
const shownAtOnce = 50;

const fitting = createFilterOptions<CategoryOption>({ limit: shownAtOnce, stringify: ({ name }) => name });

interface CategoryChoiceProps {
  label: string;
  /** Placeholder while none is chosen. */
  none?: string;
  /** Whether the choice can be cleared. */
  clearable?: boolean;
  value: string;
  options: readonly CategoryOption[];
  onChange: (id: string) => void;
  disabled?: boolean;
  help?: string | undefined;
}

/** Autocomplete for one category of a store. */
export function CategoryChoice(props: CategoryChoiceProps) {
  const { label, none = "", clearable = false, value, options, onChange, disabled = false, help } = props;
  const chosen = options.find(({ id }) => id === value) ?? null;
  const many = options.length > shownAtOnce ? t`Type to find more of ${{ count: options.length }}` : undefined;
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
      noOptionsText={t`No such category.`}
      renderInput={(input) => <TextField {...input} label={label} placeholder={none} helperText={help ?? many} />}
    />
  );
}
