import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import StackedLineChart from "@mui/icons-material/StackedLineChart";
import TableRowsOutlined from "@mui/icons-material/TableRowsOutlined";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useState, type ReactNode } from "react";
import { LineChart, type ChartLine, type ChartMark } from "./line-chart";

interface ChartOrTableProps {
  label: string;
  starts: readonly string[];
  formatStart: (start: string) => string;
  formatValue: (value: number) => string;
  lines: readonly ChartLine[];
  marks?: readonly ChartMark[];
  hasLegend?: boolean;
  /** Further controls below the chart. */
  children?: ReactNode;
}

/** A chart that can be read as a table; screen readers always get the table. */
export function ChartOrTable({ children, ...chart }: ChartOrTableProps) {
  const [isTable, setTable] = useState(false);
  return (
    <>
      {!isTable && (
        <Box aria-hidden dir="ltr" sx={{ minHeight: 260 }}>
          <LineChart {...chart} />
        </Box>
      )}
      <Box
        {...(isTable && { tabIndex: 0, role: "group", "aria-label": chart.label })}
        sx={isTable ? { maxHeight: 360, overflow: "auto" } : { ...visuallyHidden, position: "absolute" }}
      >
        <ValueTable {...chart} />
      </Box>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center", mt: 1 }}>
        <Button
          size="small"
          color="inherit"
          startIcon={isTable ? <StackedLineChart /> : <TableRowsOutlined />}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? t`Show as a chart` : t`Show as a table`}
        </Button>
        {children}
      </Stack>
    </>
  );
}

function ValueTable({ label, starts, formatStart, formatValue, lines, marks = [] }: ChartOrTableProps) {
  return (
    <Table size="small" aria-label={label} stickyHeader>
      <TableHead>
        <TableRow>
          <TableCell>{t`From`}</TableCell>
          {lines.map((line) => (
            <TableCell key={line.label} align="right">
              {line.label}
            </TableCell>
          ))}
          {marks.length > 0 && <TableCell>{t`Notes`}</TableCell>}
        </TableRow>
      </TableHead>
      <TableBody>
        {starts.map((start, index) => (
          <TableRow key={start}>
            <TableCell component="th" scope="row">
              {formatStart(start)}
            </TableCell>
            {lines.map((line) => {
              const value = line.data[index];
              return (
                <TableCell key={line.label} align="right">
                  {value == null ? "–" : formatValue(value)}
                </TableCell>
              );
            })}
            {marks.length > 0 && (
              <TableCell>
                {marks
                  .filter((mark) => mark.start === start)
                  .map((mark) => mark.text)
                  .join(", ")}
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
