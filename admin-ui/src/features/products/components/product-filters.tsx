import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import type { Sorting } from "@/shared/table/sorting";
import { FilterBar } from "@/shared/ui/filter-bar";
import { FilterChoice } from "@/shared/ui/filter-choice";
import { SearchField } from "@/shared/ui/search-field";
import type { CollectionRef, ProductFilter, StoresRef } from "../api";
import { useListCategoriesQuery } from "../categories-api";
import { choicesOf } from "../category-tree";
import { productTypes } from "../product-types";
import { CategoryChoice } from "./category-choice";

type Status = NonNullable<ProductFilter["status"]>;
type Stock = NonNullable<ProductFilter["stock"]>;
type Sort = NonNullable<ProductFilter["sort"]>;

const statuses: { value: Status; label: string }[] = [
  {
    value: "draft",
    get label() {
      return t`Drafts`;
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
];
const stocks: { value: Stock; label: string }[] = [
  {
    value: "in-stock",
    get label() {
      return t`In stock`;
    },
  },
  {
    value: "sold-out",
    get label() {
      return t`Sold out`;
    },
  },
  {
    value: "unlimited",
    get label() {
      return t`Not tracked`;
    },
  },
];
const kinds = [
  {
    value: String(productTypes.physical),
    get label() {
      return t`Physical`;
    },
  },
  {
    value: String(productTypes.digital),
    get label() {
      return t`Digital`;
    },
  },
  {
    value: String(productTypes.service),
    get label() {
      return t`Services`;
    },
  },
  {
    value: String(productTypes.giftCard),
    get label() {
      return t`Gift cards`;
    },
  },
  {
    value: String(productTypes.paywall),
    get label() {
      return t`Paywalls`;
    },
  },
];
const sorts: { value: string; by: Sort; descending: boolean; label: string }[] = [
  {
    value: "name",
    by: "name",
    descending: false,
    get label() {
      return t`Name, A to Z`;
    },
  },
  {
    value: "name-down",
    by: "name",
    descending: true,
    get label() {
      return t`Name, Z to A`;
    },
  },
  {
    value: "price",
    by: "price",
    descending: false,
    get label() {
      return t`Price, low to high`;
    },
  },
  {
    value: "price-down",
    by: "price",
    descending: true,
    get label() {
      return t`Price, high to low`;
    },
  },
  {
    value: "stock",
    by: "stock",
    descending: false,
    get label() {
      return t`Stock, low to high`;
    },
  },
  {
    value: "stock-down",
    by: "stock",
    descending: true,
    get label() {
      return t`Stock, high to low`;
    },
  },
  {
    value: "updated-down",
    by: "updated",
    descending: true,
    get label() {
      return t`Last updated`;
    },
  },
];

/** Manual order, categories and prices belong to one store: a list of several stores is sorted by these. */
const sortsOfAll = sorts.filter(({ by }) => by === "name" || by === "updated");

/** The option with a value that the URL names. */
function chosenOf<Option extends { value: string }>(options: readonly Option[], named: string): Option | undefined {
  return options.find(({ value }) => value === named);
}

/** The filters in the URL as API parameters. */
export function useProductFilters({ collectionId }: StoresRef) {
  const [query, setQuery] = useSearchParam("query");
  const [statusThere, setStatus] = useSearchParam("status");
  const [categoryThere, setCategory] = useSearchParam("category");
  const [stockThere, setStock] = useSearchParam("stock");
  const [kind, setKind] = useSearchParam("kind");
  const [sortThere, setSort] = useSearchParam("sort");
  const order = chosenOf(collectionId === null ? sortsOfAll : sorts, sortThere);
  const sort = order?.value ?? "";
  const status = chosenOf(statuses, statusThere)?.value ?? "";
  const stock = chosenOf(stocks, stockThere)?.value ?? "";
  const category = collectionId === null ? "" : categoryThere;
  const filter: ProductFilter = {
    ...(query === "" ? {} : { query }),
    ...(status === "" ? {} : { status }),
    ...(category === "" ? {} : { categoryId: category }),
    ...(stock === "" ? {} : { stock }),
    ...(kind === "" ? {} : { productType: Number(kind) }),
    ...(order && { sort: order.by, descending: order.descending }),
  };
  const sorting: Sorting = {
    now: order === undefined ? null : { by: order.by, descending: order.descending },
    onChange: ({ by, descending }) => setSort(descending ? `${by}-down` : by),
    inFilters: true,
  };
  const isFiltered = [query, status, category, stock, kind].some((value) => value !== "");
  return {
    filter,
    isFiltered,
    sorting,
    query,
    setQuery,
    status,
    setStatus,
    category,
    setCategory,
    stock,
    setStock,
    kind,
    setKind,
    sort,
    setSort,
  };
}

interface CategoryFilterProps {
  store: CollectionRef;
  value: string;
  onChange: (category: string) => void;
}

function CategoryFilter({ store, value, onChange }: CategoryFilterProps) {
  const categories = useListCategoriesQuery(store);
  const choices = useMemo(() => choicesOf(categories.data ?? []), [categories.data]);
  if (choices.length === 0) return null;
  return (
    <CategoryChoice
      label={t`Category`}
      none={t`Any category`}
      clearable
      value={value}
      options={choices}
      onChange={onChange}
    />
  );
}

interface ProductFiltersProps {
  stores: StoresRef;
  filters: ReturnType<typeof useProductFilters>;
}

export function ProductFilters({ stores: { websiteId, collectionId }, filters }: ProductFiltersProps) {
  const active = [filters.status, filters.category, filters.stock, filters.kind, filters.sort].filter(
    (value) => value !== "",
  ).length;
  return (
    <FilterBar
      search={<SearchField label={t`Search name, tag or SKU`} value={filters.query} onChange={filters.setQuery} />}
      active={active}
    >
      {collectionId === null ? (
        <FilterChoice
          wide
          label={t`Sort`}
          none={t`Name`}
          value={filters.sort}
          options={sortsOfAll}
          onChange={filters.setSort}
        />
      ) : (
        <FilterChoice
          wide
          label={t`Sort`}
          none={t`Store order`}
          value={filters.sort}
          options={sorts}
          onChange={filters.setSort}
        />
      )}
      <FilterChoice
        label={t`Status`}
        none={t`Any status`}
        value={filters.status}
        options={statuses}
        onChange={filters.setStatus}
      />
      {collectionId !== null && (
        <CategoryFilter store={{ websiteId, collectionId }} value={filters.category} onChange={filters.setCategory} />
      )}
      <FilterChoice
        label={t`Type`}
        none={t`Any type`}
        value={filters.kind}
        options={kinds}
        onChange={filters.setKind}
      />
      <FilterChoice
        label={t`Stock`}
        none={t`Any stock`}
        value={filters.stock}
        options={stocks}
        onChange={filters.setStock}
      />
    </FilterBar>
  );
}
