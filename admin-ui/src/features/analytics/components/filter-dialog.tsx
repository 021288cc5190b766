import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { FormDialog } from "@/shared/form/form-dialog";
import type { Dimension, FilteredBy } from "../api";
import { dimensionLabel } from "../dimension-texts";
import { useFilterValues } from "../hooks/use-filter-values";
import type { ReportQuery } from "../hooks/use-report-query";
import { FilterValueField } from "./filter-value-field";

interface FilterDialogProps {
  query: ReportQuery;
  /** What the reports of the screen can be filtered by. */
  by: FilteredBy;
  onClose: () => void;
}

/** Adds a filter: what visits are filtered by, and one of the values that occur. */
export function FilterDialog({ query, by, onClose }: FilterDialogProps) {
  const [dimension, setDimension] = useState<Dimension>(
    () => by.find((one) => query.filters[one] === undefined) ?? by[0],
  );
  const [typed, setTyped] = useState("");
  const values = useFilterValues(query, by, dimension);
  const wanted = values.read(typed);
  return (
    <FormDialog
      title={t`Add filter`}
      intro={t`The reports then show only the visits that have this value.`}
      error={null}
      submitLabel={t`Apply`}
      busy={false}
      incomplete={wanted.value === null}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted.value === null) return;
        query.setFilter(dimension, wanted.value);
        onClose();
      }}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <TextField
          select
          autoFocus
          label={t`Filter by`}
          value={dimension}
          onChange={(event) => {
            setDimension(by.find((one) => one === event.target.value) ?? dimension);
            setTyped("");
          }}
        >
          {by.map((one) => (
            <MenuItem key={one} value={one}>
              {dimensionLabel(one)}
            </MenuItem>
          ))}
        </TextField>
        {/* Another dimension has other values: the field begins again. */}
        <FilterValueField key={dimension} values={values} typed={typed} error={wanted.error} onType={setTyped} />
      </Stack>
    </FormDialog>
  );
}
