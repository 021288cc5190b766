import { t } from "@lingui/core/macro";
import { FilterBar } from "@/shared/ui/filter-bar";
import { FilterChoice } from "@/shared/ui/filter-choice";
import { SearchField } from "@/shared/ui/search-field";
import type { ItemFilter, ItemSort, ItemStatus, Labels } from "../api";

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
  {
    value: "draft",
    get label() {
      return t`Draft`;
    },
  },
  {
    value: "needs-review",
    get label() {
      return t`Needs Review`;
    },
  },
  {
    value: "scheduled",
    get label() {
      return t`Scheduled`;
    },
  },
  {
    value: "published",
    get label() {
      return t`Published`;
    },
  },
  {
    value: "private",
    get label() {
      return t`Private`;
    },
  },
] as const satisfies { value: ItemStatus; label: string }[];

const sorts = [
  {
    value: "created",
    get label() {
      return t`Newest first`;
    },
  },
  {
    value: "changed",
    get label() {
      return t`Last changed`;
    },
  },
  {
    value: "title",
    get label() {
      return t`Title`;
    },
  },
] as const satisfies { value: ItemSort; label: string }[];

/** Filters and sort order of a list of items. */
export function ItemFilters({ several, filter, sort, onSort, labels, onChange }: ItemFiltersProps) {
  const named = (names: { name: string }[] | undefined) =>
    (names ?? []).map(({ name }) => ({ value: name, label: name }));
  const { status, category, tag } = filter;
  return (
    <FilterBar
      search={<SearchField label={t`Search ${several}`} value={filter.q} onChange={(q) => onChange({ q })} />}
      active={[status, category, tag].filter((value) => value !== "").length}
    >
      <FilterChoice
        label={t`Status`}
        value={status}
        options={statuses}
        onChange={(value) => onChange({ status: value })}
      />
      <FilterChoice
        label={t`Category`}
        value={category}
        options={named(labels?.categories)}
        onChange={(value) => onChange({ category: value })}
      />
      <FilterChoice
        label={t`Tag`}
        value={tag}
        options={named(labels?.tags)}
        onChange={(value) => onChange({ tag: value })}
      />
      {sort !== null && (
        <FilterChoice
          label={t({ message: "Order", context: "sequence" })}
          none={t`Drafts, then by publication`}
          value={sort}
          options={sorts}
          onChange={onSort}
        />
      )}
    </FilterBar>
  );
}
