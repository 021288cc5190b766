import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useRef, useState } from "react";
import type { FilteredBy } from "../api";
import type { ReportQuery } from "../hooks/use-report-query";
import { isDay, isPreset, presetLabel, presets, today, type DayRange } from "../ranges";
import { FilterControls } from "./filter-controls";
import { IdleFilters } from "./idle-filters";

interface ReportBarProps {
  query: ReportQuery;
  /** Whether the reports of the screen are of chosen days, and whether they can be compared. */
  range: "days" | "compared" | null;
  /** What they can be filtered by, if by anything. */
  by: FilteredBy | null;
}

/** Range, comparison and filters of the reports on a screen. */
export function ReportBar({ query, range, by }: ReportBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  return (
    <Stack
      ref={bar}
      role="group"
      aria-label={range === null ? t`Filters` : t`Period and filters`}
      tabIndex={-1}
      sx={{ gap: 1.5, mb: 2 }}
    >
      {range !== null && <PeriodControls query={query} compares={range === "compared"} />}
      {by !== null && <FilterControls query={query} by={by} />}
      <IdleFilters query={query} by={by} onCleared={() => bar.current?.focus()} />
    </Stack>
  );
}

function PeriodControls({ query, compares }: { query: ReportQuery; compares: boolean }) {
  const { preset, range } = query;
  return (
    <Stack direction="row" sx={{ gap: 1.5, flexWrap: "wrap", alignItems: "center" }}>
      <TextField
        select
        label={t`Period`}
        value={preset ?? "chosen"}
        onChange={(event) => isPreset(event.target.value) && query.choosePreset(event.target.value)}
        sx={{ width: { xs: 1, sm: 180 } }}
      >
        {presets.map((name) => (
          <MenuItem key={name} value={name}>
            {presetLabel(name)}
          </MenuItem>
        ))}
        {preset === null && <MenuItem value="chosen">{t`Chosen days`}</MenuItem>}
      </TextField>
      <DayFields range={range} onChange={query.chooseRange} />
      {compares && (
        <FormControlLabel
          control={<Switch size="small" checked={query.compares} onChange={(_, on) => query.setCompares(on)} />}
          label={t`Compare with the previous period`}
          slotProps={{ typography: { variant: "body2" } }}
          sx={{ ml: 0, gap: 0.5 }}
        />
      )}
    </Stack>
  );
}

function DayFields({ range, onChange }: { range: DayRange; onChange: (range: DayRange) => void }) {
  const [typed, setTyped] = useState(range);
  const [known, setKnown] = useState(range);
  // Chosen elsewhere, such as in the list of periods. The fields stay, so that typing goes on in them.
  if (known.from !== range.from || known.to !== range.to) {
    setKnown(range);
    setTyped(range);
  }
  const edit = (next: DayRange) => {
    setTyped(next);
    if (isDay(next.from) && isDay(next.to) && next.from <= next.to && next.from > "2000") onChange(next);
  };
  const isReversed = isDay(typed.from) && isDay(typed.to) && typed.from > typed.to;
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "1fr 1fr", width: { xs: 1, sm: 310 } }}>
      <TextField
        type="date"
        label={t`From`}
        value={typed.from}
        onChange={(event) => edit({ ...typed, from: event.target.value })}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: today() } }}
      />
      <TextField
        type="date"
        label={t`Until`}
        value={typed.to}
        onChange={(event) => edit({ ...typed, to: event.target.value })}
        error={isReversed}
        helperText={isReversed ? t`Choose a day after the first one` : undefined}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: today() } }}
      />
    </Box>
  );
}
