import { plural, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import SellOutlined from "@mui/icons-material/SellOutlined";
import { useState } from "react";
import { Link } from "react-router";
import { formatMoney } from "@/shared/money/money";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column, type Selection } from "@/shared/table/data-table";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { Thumbnail } from "@/shared/ui/thumbnail";
import { useListProductsInfiniteQuery, type Collection, type ProductSummary } from "../api";
import { BulkBar } from "./bulk-bar";
import { ProductFilters, useProductFilters } from "./product-filters";
import { StatusChip } from "./status-chip";

function StockCell({ product }: { product: ProductSummary }) {
  if (product.soldOut) return <Chip size="small" variant="soft" color="error" label={t`Sold out`} />;
  if (product.unlimited || product.totalStock === null || product.totalStock === undefined) return t`Not tracked`;
  return t`${{ totalStock: product.totalStock }} in stock`;
}

/** `titles`: store titles, if the list covers several stores. */
function columns(locale: string, titles: ReadonlyMap<string, string> | null): Column<ProductSummary>[] {
  // A list of several stores can only be sorted by common columns.
  const byNumber = (by: string) => (titles === null ? { sort: { by, kind: "number" as const } } : {});
  const store: Column<ProductSummary> = {
    id: "store",
    header: t`Store page`,
    cell: ({ collectionId }) => titles?.get(collectionId) ?? "",
  };
  return [
    {
      id: "name",
      header: t`Product`,
      main: true,
      sort: { by: "name", kind: "text" },
      cell: (product) => (
        <Stack component="span" direction="row" sx={{ gap: 1.5, alignItems: "center" }}>
          <Thumbnail url={product.imageUrl ?? null} />
          <Box component="span" sx={{ minWidth: 0 }}>
            {product.name}
          </Box>
        </Stack>
      ),
    },
    ...(titles === null ? [] : [store]),
    { id: "stock", header: t`Stock`, ...byNumber("stock"), cell: (product) => <StockCell product={product} /> },
    {
      id: "variants",
      header: t`Variants`,
      phone: "hidden",
      cell: (product) => plural({ variantCount: product.variantCount }, { one: "# variant", other: "# variants" }),
    },
    { id: "status", header: t`Status`, phone: "end", cell: (product) => <StatusChip status={product.status} /> },
    {
      id: "price",
      header: t`Price`,
      ...byNumber("price"),
      align: "right",
      phone: "end",
      cell: (product) => (
        <Stack component="span" direction="row" sx={{ gap: 1, justifyContent: "flex-end", alignItems: "center" }}>
          {product.onSale && <Chip size="small" variant="soft" color="warning" label={t`Sale`} />}
          {product.variantCount > 1 && t`from `}
          {formatMoney(product.priceFromCents, product.currency, locale)}
        </Stack>
      ),
    },
  ];
}

interface ProductListProps {
  /** The store; null for all. */
  collection: Collection | null;
  stores: readonly Collection[];
}

/** The products of one store or all, with bulk actions. */
export function ProductList({ collection, stores }: ProductListProps) {
  const website = useWebsite();
  const mayChange = usePermission("products", "write");
  const shown = { websiteId: website.id, collectionId: collection?.id ?? null };
  const titles = collection === null ? new Map(stores.map(({ id, title }) => [id, title])) : null;
  const filters = useProductFilters(shown);
  const list = useListProductsInfiniteQuery({ ...shown, filter: filters.filter }, { refetchOnMountOrArgChange: true });
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const choose = (product: ProductSummary, isChosen: boolean) =>
    setChosen((current) => {
      const next = new Map(current);
      if (isChosen) next.set(product.id, product.name);
      else next.delete(product.id);
      return next;
    });
  const forget = (itemIds: string[]) =>
    setChosen((current) => new Map([...current].filter(([id]) => !itemIds.includes(id))));
  const selection: Selection<ProductSummary> = {
    nameOf: (product) => product.name,
    chosen: new Set(chosen.keys()),
    onChange: choose,
  };
  const products = list.data?.pages.flatMap((page) => page.items) ?? [];
  // If loading a further page fails, the loaded ones stay.
  const isBroken = list.isError && !list.isFetchNextPageError;
  return (
    <>
      <ProductFilters stores={shown} filters={filters} />
      {mayChange && <BulkBar stores={shown} chosen={chosen} onClear={() => setChosen(new Map())} onDone={forget} />}
      <Paper variant="card">
        {isBroken && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {!isBroken && list.data === undefined && <LoadingRows />}
        {!isBroken && list.data !== undefined && products.length === 0 && (
          <NoProducts collection={collection} isFiltered={filters.isFiltered} mayChange={mayChange} />
        )}
        {!isBroken && products.length > 0 && (
          <DataTable
            label={t`Products`}
            rows={products}
            columns={columns(website.locale, titles)}
            keyOf={(product) => product.id}
            linkTo={({ id, collectionId }) => `/sites/${website.id}/products/${collectionId}/${id}`}
            selection={mayChange ? selection : undefined}
            sorting={filters.sorting}
            hasMore={list.hasNextPage}
            loadingMore={list.isFetchingNextPage}
            moreError={list.isFetchNextPageError ? list.error : undefined}
            onMore={() => void list.fetchNextPage()}
          />
        )}
      </Paper>
    </>
  );
}

interface NoProductsProps {
  collection: Collection | null;
  isFiltered: boolean;
  mayChange: boolean;
}

function NoProducts({ collection, isFiltered, mayChange }: NoProductsProps) {
  const website = useWebsite();
  if (isFiltered)
    return <EmptyState title={t`No products found`}>{t`Try a different search or other filters.`}</EmptyState>;
  return (
    <EmptyState
      title={t`No products yet`}
      icon={<SellOutlined />}
      action={
        mayChange && collection !== null ? (
          <Button variant="contained" component={Link} to={`/sites/${website.id}/products/${collection.id}/new`}>
            {t`Add product`}
          </Button>
        ) : undefined
      }
    >
      {collection === null ? t`All store pages are empty.` : t`${{ title: collection.title }} is empty.`}
    </EmptyState>
  );
}
