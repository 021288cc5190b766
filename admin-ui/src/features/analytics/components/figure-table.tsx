import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import type { ReactNode } from "react";

export interface FigureColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Left out on a phone. */
  isWide?: boolean;
}

interface FigureTableProps<Row> {
  label: string;
  /** Heading of the names. */
  heading: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => ReactNode;
  columns: readonly FigureColumn<Row>[];
  /** The figure that the bars behind the names show. */
  barOf?: (row: Row) => number;
  /** Makes the names buttons. */
  onChoose?: ((row: Row) => void) | undefined;
  /** Rows whose names are buttons; all by default. */
  isChoosable?: (row: Row) => boolean;
}

const number = { whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums", py: 0.75, px: { xs: 1, sm: 2 } } as const;
/** Headings of columns may have two lines on a phone. */
const headed = { whiteSpace: { xs: "normal", sm: "nowrap" } } as const;

/** A table of figures, with bars behind the names. */
export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const { label, heading, rows, keyOf, nameOf, columns, barOf, onChoose, isChoosable = () => true } = props;
  const highest = barOf === undefined ? 0 : Math.max(...rows.map(barOf), 1);
  const shown = (isWide = false) => (isWide ? { ...number, display: { xs: "none", sm: "table-cell" } } : number);
  return (
    <Box sx={{ overflowX: "auto", pb: 1 }}>
      <Table aria-label={label} size="small">
        <TableHead>
          <TableRow>
            <TableCell>{heading}</TableCell>
            {columns.map(({ id, header, isWide }) => (
              <TableCell key={id} align="right" sx={{ ...shown(isWide), ...headed }}>
                {header}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody sx={{ "& tr:last-of-type > *": { borderBottom: 0 } }}>
          {rows.map((row) => (
            <TableRow key={keyOf(row)}>
              <TableCell
                component="th"
                scope="row"
                sx={{
                  position: "relative",
                  width: 1,
                  py: 0.75,
                  overflowWrap: "anywhere",
                  minWidth: { xs: 100, sm: 120 },
                }}
              >
                {barOf !== undefined && (
                  <Box
                    aria-hidden
                    sx={{
                      position: "absolute",
                      insetBlock: 3,
                      insetInlineStart: 12,
                      width: `calc(${(barOf(row) / highest) * 100}% - 12px)`,
                      borderRadius: 0.5,
                      bgcolor: "primary.main",
                      opacity: 0.12,
                    }}
                  />
                )}
                <Box component="span" sx={{ position: "relative" }}>
                  {onChoose === undefined || !isChoosable(row) ? (
                    nameOf(row)
                  ) : (
                    <Link
                      component="button"
                      color="textPrimary"
                      title={t`Show only this`}
                      onClick={() => onChoose(row)}
                      sx={{ textAlign: "start", font: "inherit" }}
                    >
                      {nameOf(row)}
                    </Link>
                  )}
                </Box>
              </TableCell>
              {columns.map(({ id, cell, isWide }) => (
                <TableCell key={id} align="right" sx={shown(isWide)}>
                  {cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
