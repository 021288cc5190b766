import { t } from "@lingui/core/macro";
import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import ListItemText from "@mui/material/ListItemText";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { ErrorState } from "@/shared/ui/states";
import { formatCount } from "../figures";
import type { FilterValue, FilterValues } from "../hooks/use-filter-values";

/** Longest value that can be typed. */
const maxLength = 500;

const fitting = createFilterOptions<FilterValue>({
  limit: 60,
  stringify: ({ text, title, value }) => `${text} ${title ?? ""} ${value}`,
});

interface FilterValueFieldProps {
  values: FilterValues;
  typed: string;
  /** Why what was typed is no value. */
  error: string | null;
  onType: (text: string) => void;
}

/** A value of a dimension: one of those that occur, with their visits, or a text. */
export function FilterValueField({ values, typed, error, onType }: FilterValueFieldProps) {
  const { offered, isTyped, isFiltered, isLoading, isError } = values;
  const isEmpty = !isLoading && !isError && offered.length === 0;
  const none = isFiltered ? t`No visits with these filters` : t`No visits in this period`;
  return (
    <>
      <Autocomplete
        freeSolo={isTyped}
        autoHighlight={!isTyped}
        clearOnBlur={false}
        options={offered}
        filterOptions={fitting}
        getOptionLabel={(option) => (typeof option === "string" ? option : option.text)}
        getOptionKey={(option) => (typeof option === "string" ? option : option.value)}
        loading={isLoading}
        loadingText={t`Loading…`}
        noOptionsText={offered.length === 0 ? none : t`No such value in this period`}
        slotProps={{ paper: { elevation: 4 } }}
        inputValue={typed}
        onInputChange={(_, text) => onType(text)}
        renderOption={({ key, ...item }, { text, title, visits }) => (
          <Box component="li" key={key} {...item} sx={{ gap: 2 }}>
            <ListItemText
              primary={text}
              secondary={title}
              sx={{ minWidth: 0 }}
              slotProps={{ primary: { noWrap: true }, secondary: { noWrap: true, variant: "caption" } }}
            />{" "}
            <Typography component="span" variant="body2" color="textSecondary" title={t`Visits`}>
              {formatCount(visits)}
            </Typography>
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            label={t`Value`}
            error={error !== null && isTyped}
            helperText={error ?? (isEmpty ? none : undefined)}
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, maxLength },
            }}
          />
        )}
      />
      {isError && <ErrorState error={values.error} onRetry={values.retry} />}
    </>
  );
}
