import Chip from "@mui/material/Chip";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Box from "@mui/material/Box";
import SellOutlined from "@mui/icons-material/SellOutlined";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { formatCount } from "@/shared/i18n/format";
import { formatMoney } from "@/shared/money/money";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { Thumbnail } from "@/shared/ui/thumbnail";
import { useListCollectionsQuery, useListProductsInfiniteQuery, type Collection, type ProductSummary } from "../api";

function StockCell({ product }: { product: ProductSummary }) {
  if (product.soldOut) return <Chip size="small" variant="soft" color="error" label="Sold out" />;
  if (product.unlimited || product.totalStock === null || product.totalStock === undefined) return "Not counted";
  return `${product.totalStock} in stock`;
}

function columns(locale: string): Column<ProductSummary>[] {
  return [
    {
      id: "name",
      header: "Product",
      main: true,
      cell: (product) => (
        <Stack component="span" direction="row" sx={{ gap: 1.5, alignItems: "center" }}>
          <Thumbnail url={product.imageUrl ?? null} />
          {product.name}
        </Stack>
      ),
    },
    { id: "stock", header: "Stock", cell: (product) => <StockCell product={product} /> },
    {
      id: "variants",
      header: "Variants",
      phone: "hidden",
      cell: (product) => formatCount(product.variantCount, "variant", "variants"),
    },
    {
      id: "visibility",
      header: "Visibility",
      phone: "end",
      cell: (product) => (
        <Chip
          size="small"
          variant="soft"
          color={product.visible ? "success" : "default"}
          label={product.visible ? "Visible" : "Hidden"}
        />
      ),
    },
    {
      id: "price",
      header: "Price",
      align: "right",
      phone: "end",
      cell: (product) => (
        <Stack component="span" direction="row" sx={{ gap: 1, justifyContent: "flex-end", alignItems: "center" }}>
          {product.onSale && <Chip size="small" variant="soft" color="warning" label="Sale" />}
          {product.variantCount > 1 && "from "}
          {formatMoney(product.priceFromCents, product.currency, locale)}
        </Stack>
      ),
    },
  ];
}

export function ProductsPage() {
  const website = useWebsite();
  const mayChange = useMay("products", "write");
  const collections = useListCollectionsQuery({ websiteId: website.id });
  return (
    <Page title="Products" width="wide" status={mayChange ? undefined : <ViewOnlyChip />}>
      {collections.data ? (
        <Shelves collections={collections.data} />
      ) : (
        <Paper variant="card">
          {collections.isError ? (
            <ErrorState error={collections.error} onRetry={() => void collections.refetch()} />
          ) : (
            <LoadingRows />
          )}
        </Paper>
      )}
    </Page>
  );
}

function Shelves({ collections }: { collections: Collection[] }) {
  const [chosen, setChosen] = useSearchParam("store");
  const [query, setQuery] = useSearchParam("query");
  const collection = collections.find(({ id }) => id === chosen) ?? collections[0];
  if (collection === undefined) {
    return (
      <Paper variant="card">
        <EmptyState title="No store page yet" icon={<SellOutlined />}>
          Products live on a store page. This site has none.
        </EmptyState>
      </Paper>
    );
  }
  return (
    <>
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1.5, mb: 2 }}>
        <SearchField label="Search name or SKU" value={query} onChange={setQuery} />
        {collections.length > 1 && (
          <TextField
            select
            label="Store page"
            value={collection.id}
            onChange={(event) => setChosen(event.target.value)}
            sx={{ maxWidth: { sm: 220 } }}
          >
            {collections.map(({ id, title }) => (
              <MenuItem key={id} value={id}>
                {title}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Stack>
      <Paper variant="card">
        <Box key={collection.id}>
          <ProductList collection={collection} query={query} />
        </Box>
      </Paper>
    </>
  );
}

function ProductList({ collection, query }: { collection: Collection; query: string }) {
  const website = useWebsite();
  const list = useListProductsInfiniteQuery({ websiteId: website.id, collectionId: collection.id, query });
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows />;
  const products = list.data.pages.flatMap((page) => page.items);
  if (products.length === 0) {
    return query === "" ? (
      <EmptyState title="No products yet" icon={<SellOutlined />}>
        {collection.title} is empty.
      </EmptyState>
    ) : (
      <EmptyState title="No product fits">Change the search.</EmptyState>
    );
  }
  return (
    <DataTable
      label="Products"
      rows={products}
      columns={columns(website.locale)}
      keyOf={(product) => product.id}
      linkTo={(product) => `/sites/${website.id}/products/${collection.id}/${product.id}`}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      onMore={() => void list.fetchNextPage()}
    />
  );
}
