import { useMemo } from "react";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import type { Sorting } from "@/shared/table/sorting";
import { FilterBar } from "@/shared/ui/filter-bar";
import { FilterChoice } from "@/shared/ui/filter-choice";
import { SearchField } from "@/shared/ui/search-field";
import type { CollectionRef, ProductFilter } from "../api";
import { useListCategoriesQuery } from "../categories-api";
import { choicesOf } from "../category-tree";
import { CategoryChoice } from "./category-choice";

const statuses = [
  { value: "draft", label: "Drafts" },
  { value: "scheduled", label: "Scheduled" },
  { value: "published", label: "Published" },
];
const stocks = [
  { value: "in-stock", label: "In stock" },
  { value: "sold-out", label: "Sold out" },
  { value: "unlimited", label: "Not counted" },
];
const kinds = [
  { value: "1", label: "Physical" },
  { value: "2", label: "Digital" },
  { value: "3", label: "Services" },
  { value: "4", label: "Gift cards" },
  { value: "5", label: "Paywalls" },
];
const sorts = [
  { value: "name", label: "Name, A to Z" },
  { value: "name-down", label: "Name, Z to A" },
  { value: "price", label: "Price, low to high" },
  { value: "price-down", label: "Price, high to low" },
  { value: "stock", label: "Stock, low to high" },
  { value: "stock-down", label: "Stock, high to low" },
  { value: "updated-down", label: "Latest change" },
];

type Status = NonNullable<ProductFilter["status"]>;
type Stock = NonNullable<ProductFilter["stock"]>;
type Sort = NonNullable<ProductFilter["sort"]>;

/** The filters in the address of the screen, as the API takes them. */
export function useProductFilters() {
  const [query, setQuery] = useSearchParam("query");
  const [status, setStatus] = useSearchParam("status");
  const [category, setCategory] = useSearchParam("category");
  const [stock, setStock] = useSearchParam("stock");
  const [kind, setKind] = useSearchParam("kind");
  const [sort, setSort] = useSearchParam("sort");
  const filter: ProductFilter = {
    ...(query === "" ? {} : { query }),
    ...(status === "" ? {} : { status: status as Status }),
    ...(category === "" ? {} : { categoryId: category }),
    ...(stock === "" ? {} : { stock: stock as Stock }),
    ...(kind === "" ? {} : { productType: Number(kind) }),
    ...(sort === "" ? {} : { sort: sort.replace("-down", "") as Sort, descending: sort.endsWith("-down") }),
  };
  const sorting: Sorting = {
    now: sort === "" ? null : { by: sort.replace("-down", ""), descending: sort.endsWith("-down") },
    onChange: ({ by, descending }) => setSort(descending ? `${by}-down` : by),
    inFilters: true,
  };
  const isFiltered = [query, status, category, stock, kind].some((value) => value !== "");
  return { filter, isFiltered, sorting, query, setQuery, status, setStatus, category, setCategory, stock, setStock, kind, setKind, sort, setSort };
}

interface ProductFiltersProps {
  store: CollectionRef;
  filters: ReturnType<typeof useProductFilters>;
}

export function ProductFilters({ store, filters }: ProductFiltersProps) {
  const categories = useListCategoriesQuery(store);
  const choices = useMemo(() => choicesOf(categories.data ?? []), [categories.data]);
  const active = [filters.status, filters.category, filters.stock, filters.kind, filters.sort].filter((value) => value !== "").length;
  return (
    <FilterBar search={<SearchField label="Search name, tag or SKU" value={filters.query} onChange={filters.setQuery} />} active={active}>
      <FilterChoice label="Status" none="Any status" value={filters.status} options={statuses} onChange={filters.setStatus} />
      {choices.length > 0 && (
        <CategoryChoice label="Category" none="Any category" clearable value={filters.category} options={choices} onChange={filters.setCategory} />
      )}
      <FilterChoice label="Kind" none="Any kind" value={filters.kind} options={kinds} onChange={filters.setKind} />
      <FilterChoice label="Stock" none="Any stock" value={filters.stock} options={stocks} onChange={filters.setStock} />
      <FilterChoice label="Sort" none="Order of the store" value={filters.sort} options={sorts} onChange={filters.setSort} />
    </FilterBar>
  );
}
