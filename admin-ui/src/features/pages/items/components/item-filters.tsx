import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { SearchField } from "@/shared/ui/search-field";
import type { ItemFilter, Labels } from "../api";

interface ItemFiltersProps {
  several: string;
  filter: ItemFilter;
  labels: Labels | undefined;
  onChange: (change: Partial<ItemFilter>) => void;
}

const statuses = [
  { value: "", label: "All" },
  { value: "draft", label: "Draft" },
  { value: "needs-review", label: "Needs Review" },
  { value: "scheduled", label: "Scheduled" },
  { value: "published", label: "Published" },
  { value: "private", label: "Private" },
];

/** What a list of items is narrowed to. */
export function ItemFilters({ several, filter, labels, onChange }: ItemFiltersProps) {
  const named = (names: { name: string }[] | undefined) => [
    { value: "", label: "All" },
    ...(names ?? []).map(({ name }) => ({ value: name, label: name })),
  ];
  const choices = [
    { field: "status", label: "Status", options: statuses },
    { field: "category", label: "Category", options: named(labels?.categories) },
    { field: "tag", label: "Tag", options: named(labels?.tags) },
  ] as const;
  return (
    <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1.5, mb: 2 }}>
      <SearchField label={`Search ${several}`} value={filter.q} onChange={(q) => onChange({ q })} />
      {choices.map(({ field, label, options }) => (
        <TextField
          key={field}
          select
          label={label}
          value={options.some(({ value }) => value === filter[field]) ? filter[field] : ""}
          onChange={(event) => onChange({ [field]: event.target.value })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ minWidth: { sm: 150 } }}
        >
          {options.map(({ value, label: name }) => (
            <MenuItem key={value} value={value}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </Stack>
  );
}
