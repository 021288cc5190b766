import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import FilterList from "@mui/icons-material/FilterList";
import { useRef, useState } from "react";
import type { Dimension, FilteredBy } from "../api";
import type { ReportQuery } from "../hooks/use-report-query";
import { FilterChip } from "./filter-chip";
import { FilterDialog } from "./filter-dialog";

interface FilterControlsProps {
  query: ReportQuery;
  /** What the reports of the screen can be filtered by. */
  by: FilteredBy;
}

/** The filters of a screen, each with a way to remove it, and the control that adds one. */
export function FilterControls({ query, by }: FilterControlsProps) {
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const chosen = by.flatMap((dimension) => {
    const value = query.filters[dimension];
    return value === undefined ? [] : [{ dimension, value }];
  });
  // The focus moves before the control that has it goes, so that the keyboard stays here.
  const remove = (dimension: Dimension, index: number) => {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    (buttons[index + 1] ?? add.current)?.focus();
    query.setFilter(dimension, null);
  };
  const removeAll = () => {
    add.current?.focus();
    query.clearFilters(by);
  };
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
      {chosen.length > 0 && (
        <Stack
          component="ul"
          ref={list}
          direction="row"
          aria-label={t`Filters`}
          sx={{ gap: 1, flexWrap: "wrap", m: 0, p: 0, minWidth: 0 }}
        >
          {chosen.map(({ dimension, value }, index) => (
            <Box key={dimension} component="li" sx={{ listStyle: "none", minWidth: 0, maxWidth: 1 }}>
              <FilterChip dimension={dimension} value={value} onRemove={() => remove(dimension, index)} />
            </Box>
          ))}
        </Stack>
      )}
      <Button
        ref={add}
        size="small"
        color="inherit"
        variant="outlined"
        startIcon={<FilterList />}
        aria-haspopup="dialog"
        onClick={() => setAdding(true)}
      >
        {t`Add filter`}
      </Button>
      {chosen.length > 1 && (
        <Button size="small" color="inherit" onClick={removeAll}>
          {t`Remove all filters`}
        </Button>
      )}
      {isAdding && <FilterDialog query={query} by={by} onClose={() => setAdding(false)} />}
    </Stack>
  );
}
