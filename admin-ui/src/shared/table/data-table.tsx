import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
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

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "left" | "right";
  /** The column that names the row and carries its link. */
  main?: boolean;
  /** Where the cell goes in the card that stands for a row on a phone. */
  phone?: "line" | "end" | "hidden";
}

interface DataTableProps<Row> {
  label: string;
  rows: Row[];
  columns: Column<Row>[];
  keyOf: (row: Row) => string;
  linkTo?: (row: Row) => string;
  hasMore?: boolean;
  loadingMore?: boolean;
  onMore?: () => void;
}

/** A list of rows: a table with room enough, cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down("sm"));
  return (
    <>
      {phone ? <CardList {...props} /> : <WideTable {...props} />}
      {props.hasMore && (
        <Box sx={{ p: 2, textAlign: "center" }}>
          <Button variant="outlined" color="inherit" loading={props.loadingMore ?? false} onClick={props.onMore}>
            Show more
          </Button>
        </Box>
      )}
    </>
  );
}

function WideTable<Row>({ label, rows, columns, keyOf, linkTo }: DataTableProps<Row>) {
  const navigate = useNavigate();
  return (
    <Box sx={{ overflowX: "auto" }}>
      <Table aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.id} align={column.align ?? "left"}>
                {column.header}
              </TableCell>
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
                const onLink = event.target instanceof Element && event.target.closest("a, button") !== null;
                if (linkTo && !onLink) void navigate(linkTo(row));
              }}
            >
              {columns.map((column) => (
                <TableCell key={column.id} align={column.align ?? "left"}>
                  {column.main && linkTo ? (
                    <MuiLink component={Link} to={linkTo(row)} color="textPrimary" sx={{ fontWeight: 550 }}>
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

function CardContent<Row>({ row, columns }: { row: Row; columns: Column<Row>[] }) {
  const main = columns.filter((column) => column.main);
  const lines = columns.filter((column) => !column.main && column.phone !== "hidden" && column.phone !== "end");
  const ends = columns.filter((column) => column.phone === "end");
  return (
    <Stack direction="row" sx={{ gap: 2, width: "100%", justifyContent: "space-between", alignItems: "flex-start" }}>
      <Stack sx={{ gap: 0.5, minWidth: 0 }}>
        {main.map((column) => (
          <Box key={column.id} sx={{ fontWeight: 550 }}>
            {column.cell(row)}
          </Box>
        ))}
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center", color: "text.secondary", typography: "body2" }}>
          {lines.map((column) => (
            <Box key={column.id}>{column.cell(row)}</Box>
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

function CardList<Row>({ label, rows, columns, keyOf, linkTo }: DataTableProps<Row>) {
  return (
    <List aria-label={label} disablePadding>
      {rows.map((row) => (
        <Box component="li" key={keyOf(row)} sx={{ borderTop: 1, borderColor: "divider", "&:first-of-type": { borderTop: 0 } }}>
          {linkTo ? (
            <ListItemButton component={Link} to={linkTo(row)} sx={{ px: 2, py: 1.5 }}>
              <CardContent row={row} columns={columns} />
            </ListItemButton>
          ) : (
            <Box sx={{ px: 2, py: 1.5 }}>
              <CardContent row={row} columns={columns} />
            </Box>
          )}
        </Box>
      ))}
    </List>
  );
}
