import { useTheme } from "@mui/material/styles";
import { ChartsReferenceLine } from "@mui/x-charts/ChartsReferenceLine";
import { LineChart as MuiLineChart } from "@mui/x-charts/LineChart";

export interface ChartLine {
  label: string;
  data: readonly (number | null)[];
  /** Of the period before: drawn as a dashed line. */
  isPast?: boolean;
}

export interface ChartMark {
  /** The start of the period that it belongs to. */
  start: string;
  text: string;
}

interface LineChartProps {
  starts: readonly string[];
  formatStart: (start: string) => string;
  formatValue: (value: number) => string;
  lines: readonly ChartLine[];
  marks?: readonly ChartMark[];
  /** Lines in colours of their own, with a legend. */
  hasLegend?: boolean;
}

const idOf = (line: ChartLine) => (line.isPast ? `past ${line.label}` : line.label);

/** Lines over time. The same figures are in a table beside it: see `ChartOrTable`. */
export function LineChart({ starts, formatStart, formatValue, lines, marks = [], hasLegend = false }: LineChartProps) {
  const { vars, palette } = useTheme();
  const colors = vars?.palette ?? palette;
  const inTurn = [colors.primary.main, colors.info.main, colors.warning.main, colors.error.main];
  const isCounted = lines.every(({ data }) => data.every((value) => value == null || Number.isInteger(value)));
  return (
    <MuiLineChart
      height={260}
      disableKeyboardNavigation
      margin={{ left: 0, right: 28, top: 16, bottom: 0 }}
      hideLegend={!hasLegend}
      grid={{ horizontal: true }}
      xAxis={[{ scaleType: "point", data: starts, valueFormatter: formatStart, height: 28, disableTicks: true }]}
      yAxis={[
        {
          min: 0,
          ...(isCounted && { tickMinStep: 1 }),
          valueFormatter: formatValue,
          width: 56,
          disableLine: true,
          disableTicks: true,
        },
      ]}
      series={lines.map((line, index) => ({
        id: idOf(line),
        label: line.label,
        data: line.data,
        curve: "linear",
        showMark: starts.length === 1,
        area: lines.length === 1,
        color: line.isPast ? colors.text.secondary : (inTurn[hasLegend ? index % inTurn.length : 0] ?? ""),
        valueFormatter: (value) => (value === null ? "–" : formatValue(value)),
      }))}
      sx={{
        "& .MuiLineChart-line[data-series^='past']": { strokeDasharray: "4 4" },
        "& .MuiLineChart-area": { opacity: 0.12 },
      }}
    >
      {marks.map(({ start, text }) => (
        <ChartsReferenceLine
          key={`${start} ${text}`}
          x={start}
          label={text}
          labelAlign="start"
          labelStyle={{ fontSize: 12 }}
          lineStyle={{ strokeDasharray: "2 3" }}
        />
      ))}
    </MuiLineChart>
  );
}
