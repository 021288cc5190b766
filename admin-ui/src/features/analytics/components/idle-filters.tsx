import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { dimensions, type FilteredBy } from "../api";
import { filterText } from "../dimension-texts";
import type { ReportQuery } from "../hooks/use-report-query";

interface IdleFiltersProps {
  query: ReportQuery;
  /** What the reports of the screen can be filtered by, if by anything. */
  by: FilteredBy | null;
  /** Takes the focus before the button that has it goes. */
  onCleared: () => void;
}

/** Filters of other screens that this one cannot have, and why: nobody should take its figures for filtered ones. */
export function IdleFilters({ query, by, onCleared }: IdleFiltersProps) {
  const idle = dimensions.flatMap((dimension) => {
    const value = query.filters[dimension];
    return value === undefined || by?.includes(dimension) === true ? [] : [{ dimension, value }];
  });
  if (idle.length === 0) return null;
  const clear = () => {
    onCleared();
    query.clearFilters(idle.map(({ dimension }) => dimension));
  };
  return (
    <Box>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
        <Stack
          component="ul"
          direction="row"
          aria-label={t`Filters that do not apply here`}
          sx={{ gap: 1, flexWrap: "wrap", m: 0, p: 0, minWidth: 0 }}
        >
          {idle.map(({ dimension, value }) => (
            <Box key={dimension} component="li" sx={{ listStyle: "none", minWidth: 0, maxWidth: 1 }}>
              <Chip
                variant="outlined"
                label={filterText(dimension, value)}
                sx={{ color: "text.secondary", borderStyle: "dashed", textDecoration: "line-through" }}
              />
            </Box>
          ))}
        </Stack>
        <Button size="small" color="inherit" onClick={clear}>
          {t`Remove these filters`}
        </Button>
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75 }}>
        {by === null
          ? t`This report is not about visits, so these filters do not apply to it.`
          : t`This report cannot be filtered by these. Its figures are those of all visits.`}
      </Typography>
    </Box>
  );
}
