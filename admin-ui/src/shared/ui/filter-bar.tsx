import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FilterList from "@mui/icons-material/FilterList";
import { useId, useState, type ReactNode } from "react";

interface FilterBarProps {
  /** The search field, always visible. */
  search: ReactNode;
  /** Number of active filters. */
  active: number;
  children: ReactNode;
}

/** Filters of a list: in a grid on wide screens, behind one button on a phone so that the list comes first. */
export function FilterBar({ search, active, children }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Box
      sx={{
        mb: 2,
        display: "grid",
        gap: 1.5,
        gridTemplateColumns: { xs: "minmax(0, 1fr) auto", sm: "repeat(auto-fill, minmax(146px, 1fr))" },
      }}
    >
      <Box sx={{ gridColumn: { sm: "span 2" }, "&& > *": { width: 1, maxWidth: "none" } }}>{search}</Box>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<FilterList />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={{ display: { sm: "none" } }}
      >
        {active === 0 ? t`Filters` : t`Filters (${active})`}
      </Button>
      <Box
        id={id}
        role="group"
        aria-label={t`Filters`}
        sx={{
          display: { xs: open ? "grid" : "none", sm: "contents" },
          gridColumn: "1 / -1",
          gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
          gap: 1.5,
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
