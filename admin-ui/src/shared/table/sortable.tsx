import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TableCell from "@mui/material/TableCell";
import TableSortLabel from "@mui/material/TableSortLabel";
import visuallyHidden from "@mui/utils/visuallyHidden";
import TextField from "@mui/material/TextField";
import { toggledSort, sortText, type Sorting, type SortOf } from "./sorting";

interface Header {
  header: string;
  align?: "left" | "right";
  sort?: SortOf;
}

/** A column header; a button if the list can be sorted by it. */
export function HeaderCell({ column, sorting }: { column: Header; sorting: Sorting | undefined }) {
  const { header, align = "left", sort } = column;
  if (sort === undefined || sorting === undefined) {
    return (
      <TableCell align={align}>{header === "" ? <span style={visuallyHidden}>{t`Actions`}</span> : header}</TableCell>
    );
  }
  const { now, onChange } = sorting;
  const isActive = now?.by === sort.by;
  const direction = isActive && now.descending ? "desc" : "asc";
  const next = toggledSort(now, sort);
  return (
    <TableCell align={align} aria-sort={isActive ? (now.descending ? "descending" : "ascending") : "none"}>
      <TableSortLabel
        component="button"
        type="button"
        active={isActive}
        direction={isActive ? direction : next.descending ? "desc" : "asc"}
        onClick={() => onChange(next)}
        sx={{ font: "inherit" }}
      >
        {header}
      </TableSortLabel>
    </TableCell>
  );
}

/** Select for the sort order, where there are no headers. */
export function SortChoice({ columns, sorting }: { columns: readonly Header[]; sorting: Sorting }) {
  const { now, onChange } = sorting;
  const choices = columns.flatMap(({ header, sort }) =>
    sort === undefined
      ? []
      : [false, true].map((descending) => ({
          by: sort.by,
          descending,
          label: sortText(header, sort.kind, descending),
        })),
  );
  if (choices.length === 0) return null;
  const at = choices.findIndex(({ by, descending }) => by === now?.by && descending === now.descending);
  return (
    <Box sx={{ px: 2, pt: 2 }}>
      <TextField
        select
        fullWidth
        size="small"
        label={t`Sort`}
        value={at < 0 ? "" : at}
        onChange={(event) => {
          const choice = choices[Number(event.target.value)];
          if (choice) onChange({ by: choice.by, descending: choice.descending });
        }}
        slotProps={{ inputLabel: { shrink: true } }}
      >
        {choices.map(({ label }, index) => (
          <MenuItem key={label} value={index}>
            {label}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}
