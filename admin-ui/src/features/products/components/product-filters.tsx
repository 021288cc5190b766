import { useMemo } from "react";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import type { Sorting } from "@/shared/table/sorting";
import { FilterBar } from "@/shared/ui/filter-bar";
import { FilterChoice } from "@/shared/ui/filter-choice";
import { SearchField } from "@/shared/ui/search-field";
import type { CollectionRef, ProductFilter, StoresRef } from "../api";
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
  { value: "unlimited", label: "Not tracked" },
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
  { value: "updated-down", label: "Last updated" },
];

/** Manual order, categories and prices belong to one store: a list of several stores is sorted by these. */
const sortsOfAll = sorts.filter(({ value }) => value.startsWith("name") || value.startsWith("updated"));

type Status = NonNullable<ProductFilter["status"]>;
type Stock = NonNullable<ProductFilter["stock"]>;
type Sort = NonNullable<ProductFilter["sort"]>;

/** The filters in the URL as API parameters. */
export function useProductFilters({ collectionId }: StoresRef) {
  const [query, setQuery] = useSearchParam("query");
  const [status, setStatus] = useSearchParam("status");
  const [categoryThere, setCategory] = useSearchParam("category");
  const [stock, setStock] = useSearchParam("stock");
  const [kind, setKind] = useSearchParam("kind");
  const [sortThere, setSort] = useSearchParam("sort");
  const offered = collectionId === null ? sortsOfAll : sorts;
  const sort = offered.some(({ value }) => value === sortThere) ? sortThere : "";
  const category = collectionId === null ? "" : categoryThere;
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

interface CategoryFilterProps {
  store: CollectionRef;
  value: string;
  onChange: (category: string) => void;
}

function CategoryFilter({ store, value, onChange }: CategoryFilterProps) {
  const categories = useListCategoriesQuery(store);
  const choices = useMemo(() => choicesOf(categories.data ?? []), [categories.data]);
  if (choices.length === 0) return null;
  return <CategoryChoice label="Category" none="Any category" clearable value={value} options={choices} onChange={onChange} />;
}

interface ProductFiltersProps {
  stores: StoresRef;
  filters: ReturnType<typeof useProductFilters>;
}

export function ProductFilters({ stores: { websiteId, collectionId }, filters }: ProductFiltersProps) {
  const active = [filters.status, filters.category, filters.stock, filters.kind, filters.sort].filter((value) => value !== "").length;
  return (
    <FilterBar search={<SearchField label="Search name, tag or SKU" value={filters.query} onChange={filters.setQuery} />} active={active}>
      {collectionId === null ? (
        <FilterChoice wide label="Sort" none="Name" value={filters.sort} options={sortsOfAll} onChange={filters.setSort} />
      ) : (
        <FilterChoice wide label="Sort" none="Store order" value={filters.sort} options={sorts} onChange={filters.setSort} />
      )}
      <FilterChoice label="Status" none="Any status" value={filters.status} options={statuses} onChange={filters.setStatus} />
      {collectionId !== null && (
        <CategoryFilter store={{ websiteId, collectionId }} value={filters.category} onChange={filters.setCategory} />
      )}
      <FilterChoice label="Type" none="Any type" value={filters.kind} options={kinds} onChange={filters.setKind} />
      <FilterChoice label="Stock" none="Any stock" value={filters.stock} options={stocks} onChange={filters.setStock} />
    </FilterBar>
  );
}
