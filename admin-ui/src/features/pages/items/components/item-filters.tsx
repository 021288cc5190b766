import { FilterBar } from "@/shared/ui/filter-bar";
import { FilterChoice } from "@/shared/ui/filter-choice";
import { SearchField } from "@/shared/ui/search-field";
import type { ItemFilter, ItemSort, Labels } from "../api";

interface ItemFiltersProps {
  several: string;
  filter: ItemFilter;
  /** Null if the order is set manually. */
  sort: ItemSort | null;
  onSort: (sort: ItemSort) => void;
  labels: Labels | undefined;
  onChange: (change: Partial<ItemFilter>) => void;
}

const statuses = [
  { value: "draft", label: "Draft" },
  { value: "needs-review", label: "Needs Review" },
  { value: "scheduled", label: "Scheduled" },
  { value: "published", label: "Published" },
  { value: "private", label: "Private" },
];

const sorts = [
  { value: "created", label: "Newest first" },
  { value: "changed", label: "Last changed" },
  { value: "title", label: "Title" },
] as const satisfies { value: ItemSort; label: string }[];

/** Filters and sort order of a list of items. */
export function ItemFilters({ several, filter, sort, onSort, labels, onChange }: ItemFiltersProps) {
  const named = (names: { name: string }[] | undefined) =>
    (names ?? []).map(({ name }) => ({ value: name, label: name }));
  const choices = [
    { field: "status", label: "Status", options: statuses },
    { field: "category", label: "Category", options: named(labels?.categories) },
    { field: "tag", label: "Tag", options: named(labels?.tags) },
  ] as const;
  return (
    <FilterBar
      search={<SearchField label={`Search ${several}`} value={filter.q} onChange={(q) => onChange({ q })} />}
      active={choices.filter(({ field }) => filter[field] !== "").length}
    >
      {choices.map(({ field, label, options }) => (
        <FilterChoice
          key={field}
          label={label}
          value={filter[field]}
          options={options}
          onChange={(value) => onChange({ [field]: value })}
        />
      ))}
      {sort !== null && (
        <FilterChoice label="Order" none="Drafts, then by publication" value={sort} options={sorts} onChange={onSort} />
      )}
    </FilterBar>
  );
}
