import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import MuiLink from "@mui/material/Link";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { errorText } from "../i18n/error-text";
import { HeaderCell, SortChoice } from "./sortable";
import type { Sorting, SortOf } from "./sorting";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "left" | "right";
  /** The column that names the row and contains its link. */
  main?: boolean;
  /** Contains long unbroken words, such as e-mail addresses, which may break anywhere. */
  breaks?: boolean;
  /** Position of the cell in a row's card on a phone. */
  phone?: "line" | "end" | "hidden";
  /** Sort key of the column. */
  sort?: SortOf;
}

/** Row selection for bulk actions. */
export interface Selection<Row> {
  /** Accessible name of a row. */
  nameOf: (row: Row) => string;
  chosen: ReadonlySet<string>;
  onChange: (row: Row, chosen: boolean) => void;
}

interface DataTableProps<Row> {
  label: string;
  rows: Row[];
  columns: Column<Row>[];
  keyOf: (row: Row) => string;
  linkTo?: (row: Row) => string;
  selection?: Selection<Row> | undefined;
  /** Makes sortable column headers buttons; a phone shows a select instead. */
  sorting?: Sorting;
  hasMore?: boolean;
  loadingMore?: boolean;
  /** Error of loading more rows; the loaded rows stay. */
  moreError?: unknown;
  onMore?: () => void;
}

/** A list of rows: a table on wide screens, cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down("sm"));
  return (
    <>
      {phone && props.sorting && !props.sorting.inFilters && (
        <SortChoice columns={props.columns} sorting={props.sorting} />
      )}
      {phone ? <CardList {...props} /> : <WideTable {...props} />}
      {props.hasMore && (
        <Box sx={{ p: 2, textAlign: "center" }}>
          {props.moreError !== undefined && (
            <Alert severity="error" sx={{ mb: 2, textAlign: "start" }}>
              {errorText(props.moreError)}
            </Alert>
          )}
          <Button variant="outlined" color="inherit" loading={props.loadingMore ?? false} onClick={props.onMore}>
            {props.moreError === undefined ? t`Show more` : t`Try again`}
          </Button>
        </Box>
      )}
    </>
  );
}

interface TickProps<Row> {
  row: Row;
  id: string;
  selection: Selection<Row>;
}

function Tick<Row>({ row, id, selection }: TickProps<Row>) {
  return (
    <Checkbox
      size="small"
      checked={selection.chosen.has(id)}
      onChange={(_, chosen) => selection.onChange(row, chosen)}
      slotProps={{ input: { "aria-label": t`Select ${{ nameOf: selection.nameOf(row) }}` } }}
    />
  );
}

function TickAll<Row>({
  rows,
  keyOf,
  selection,
}: {
  rows: Row[];
  keyOf: (row: Row) => string;
  selection: Selection<Row>;
}) {
  const count = rows.filter((row) => selection.chosen.has(keyOf(row))).length;
  return (
    <Checkbox
      size="small"
      checked={count === rows.length}
      indeterminate={count > 0 && count < rows.length}
      onChange={(_, chosen) => {
        for (const row of rows) selection.onChange(row, chosen);
      }}
      slotProps={{ input: { "aria-label": t`Select all` } }}
    />
  );
}

function WideTable<Row>({ label, rows, columns, keyOf, linkTo, selection, sorting }: DataTableProps<Row>) {
  const navigate = useNavigate();
  return (
    <Box sx={{ overflowX: "auto" }}>
      <Table aria-label={label}>
        <TableHead>
          <TableRow>
            {selection && (
              <TableCell padding="checkbox">
                <TickAll rows={rows} keyOf={keyOf} selection={selection} />
              </TableCell>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sorting={sorting} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody sx={{ "& tr:last-of-type td": { borderBottom: 0 } }}>
          {rows.map((row) => (
            <TableRow
              key={keyOf(row)}
              hover={linkTo !== undefined}
              sx={linkTo ? { cursor: "pointer" } : undefined}
              onClick={(event) => {
                const onLink = event.target instanceof Element && event.target.closest("a, button, input") !== null;
                if (linkTo && !onLink) void navigate(linkTo(row));
              }}
            >
              {selection && (
                <TableCell padding="checkbox">
                  <Tick row={row} id={keyOf(row)} selection={selection} />
                </TableCell>
              )}
              {columns.map((column) => (
                <TableCell key={column.id} align={column.align ?? "left"} sx={widthOf(column)}>
                  {column.main && linkTo ? (
                    <MuiLink
                      component={Link}
                      to={linkTo(row)}
                      color="textPrimary"
                      sx={{ fontWeight: 550, overflowWrap: "anywhere" }}
                    >
                      {column.cell(row)}
                    </MuiLink>
                  ) : (
                    column.cell(row)
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function widthOf({ main, breaks }: Pick<Column<unknown>, "main" | "breaks">) {
  if (main) return { minWidth: 180, maxWidth: 420 };
  return breaks ? { minWidth: 160, overflowWrap: "anywhere" } : undefined;
}

function CardContent<Row>({ row, columns }: { row: Row; columns: Column<Row>[] }) {
  const main = columns.filter((column) => column.main);
  const lines = columns.filter((column) => !column.main && column.phone !== "hidden" && column.phone !== "end");
  const ends = columns.filter((column) => column.phone === "end");
  return (
    <Stack direction="row" sx={{ gap: 2, width: "100%", justifyContent: "space-between", alignItems: "flex-start" }}>
      <Stack sx={{ gap: 0.5, minWidth: 0 }}>
        {main.map((column) => (
          <Box key={column.id} sx={{ fontWeight: 550, overflowWrap: "anywhere" }}>
            {column.cell(row)}
          </Box>
        ))}
        <Stack
          direction="row"
          sx={{ gap: 1, flexWrap: "wrap", alignItems: "center", color: "text.secondary", typography: "body2" }}
        >
          {lines.map((column) => (
            <Box key={column.id} sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
              {column.cell(row)}
            </Box>
          ))}
        </Stack>
      </Stack>
      <Stack sx={{ gap: 0.5, alignItems: "flex-end", flexShrink: 0, typography: "body2" }}>
        {ends.map((column) => (
          <Box key={column.id}>{column.cell(row)}</Box>
        ))}
      </Stack>
    </Stack>
  );
}

function CardList<Row>({ label, rows, columns, keyOf, linkTo, selection }: DataTableProps<Row>) {
  return (
    <List aria-label={label} disablePadding>
      {rows.map((row) => (
        <Box
          component="li"
          key={keyOf(row)}
          sx={{ display: "flex", borderTop: 1, borderColor: "divider", "&:first-of-type": { borderTop: 0 } }}
        >
          {selection && (
            <Box sx={{ pl: 1, pt: 1 }}>
              <Tick row={row} id={keyOf(row)} selection={selection} />
            </Box>
          )}
          {linkTo ? (
            <ListItemButton component={Link} to={linkTo(row)} sx={{ px: 2, py: 1.5, minWidth: 0 }}>
              <CardContent row={row} columns={columns} />
            </ListItemButton>
          ) : (
            <Box sx={{ px: 2, py: 1.5, flex: 1, minWidth: 0 }}>
              <CardContent row={row} columns={columns} />
            </Box>
          )}
        </Box>
      ))}
    </List>
  );
}
