import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import type { Figures } from "../api";
import { formatChange, formatMeasure, isBetter, measured, measureLabel, measures, type Measure } from "../figures";

interface SummaryFiguresProps {
  totals: Figures;
  before: Figures | null;
  /** The figure that the chart shows. */
  chosen: Measure;
  onChoose: (measure: Measure) => void;
}

/** The totals of a period with their changes; each is a button that shows its course. */
export function SummaryFigures({ totals, before, chosen, onChoose }: SummaryFiguresProps) {
  return (
    <Box
      role="group"
      aria-label={t`Figures`}
      sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", sm: "repeat(3, 1fr)", md: "repeat(5, 1fr)" } }}
    >
      {measures.map((measure) => {
        const value = measured(measure, totals);
        const past = before === null ? null : measured(measure, before);
        return (
          <ButtonBase
            key={measure}
            aria-pressed={measure === chosen}
            onClick={() => onChoose(measure)}
            sx={{
              display: "block",
              textAlign: "start",
              px: 2.5,
              py: 1.5,
              borderBottom: 2,
              borderColor: "transparent",
              "&:hover": { bgcolor: "action.hover" },
              "&.Mui-focusVisible": { bgcolor: "action.focus" },
              "&[aria-pressed=true]": { borderColor: "primary.main" },
            }}
          >
            <Typography variant="body2" color="textSecondary" component="span" sx={{ display: "block" }}>
              {measureLabel(measure)}
            </Typography>{" "}
            <Typography variant="h1" component="span" sx={{ display: "block", fontVariantNumeric: "tabular-nums" }}>
              {formatMeasure(measure, value)}
            </Typography>{" "}
            {past !== null && <Change measure={measure} value={value} past={past} />}
          </ButtonBase>
        );
      })}
    </Box>
  );
}

export function Change({ measure, value, past }: { measure: Measure; value: number; past: number }) {
  const change = formatChange(value, past);
  const better = isBetter(measure, value, past);
  const color = better === null ? "text.secondary" : better ? "success.main" : "error.main";
  return (
    <Typography variant="caption" component="span" sx={{ color, display: "block" }}>
      {change === null ? t`none before` : t`${change} (before: ${{ past: formatMeasure(measure, past) }})`}
    </Typography>
  );
}
