import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Inventory2Outlined from "@mui/icons-material/Inventory2Outlined";
import { useState } from "react";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListInventoryInfiniteQuery, type StockLevel } from "../api";
import { StockChip } from "../components/stock-chip";
import { StockDialog } from "../components/stock-dialog";
import { variantText } from "../stock-text";

function columns(onChange: ((level: StockLevel) => void) | null): Column<StockLevel>[] {
  const shown: Column<StockLevel>[] = [
    { id: "product", header: "Product", main: true, cell: (level) => level.productName },
    { id: "variant", header: "Variant", cell: variantText },
    { id: "sku", header: "SKU", cell: (level) => level.sku },
    {
      id: "waiting",
      header: "Waiting",
      align: "right",
      phone: "hidden",
      cell: (level) => (level.waiting === 0 ? "" : level.waiting),
    },
    { id: "stock", header: "Stock", phone: "end", cell: (level) => <StockChip level={level} /> },
  ];
  if (onChange === null) return shown;
  const change: Column<StockLevel> = {
    id: "change",
    header: "",
    align: "right",
    phone: "end",
    cell: (level) => (
      <Button size="small" color="inherit" aria-label={`Change the stock of ${level.sku}`} onClick={() => onChange(level)}>
        Change
      </Button>
    ),
  };
  return [...shown, change];
}

export function InventoryPage() {
  const mayChange = useMay("products", "write");
  const [query, setQuery] = useSearchParam("query");
  const [low, setLow] = useSearchParam("low");
  return (
    <Page title="Inventory" width="wide" status={mayChange ? undefined : <ViewOnlyChip />}>
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ mb: 2, gap: 1.5, alignItems: { sm: "center" } }}>
        <SearchField label="Search product or SKU" value={query} onChange={setQuery} />
        <FormControlLabel
          control={<Switch checked={low !== ""} onChange={(_, checked) => setLow(checked ? "true" : "")} />}
          label="Low stock only"
        />
      </Stack>
      <Paper variant="card">
        <InventoryList query={query} low={low !== ""} mayChange={mayChange} />
      </Paper>
    </Page>
  );
}

function InventoryList({ query, low, mayChange }: { query: string; low: boolean; mayChange: boolean }) {
  const website = useWebsite();
  const [changing, setChanging] = useState<StockLevel | null>(null);
  const list = useListInventoryInfiniteQuery({ websiteId: website.id, query, low }, { refetchOnMountOrArgChange: true });
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows />;
  const levels = list.data.pages.flatMap((page) => page.variants);
  if (levels.length === 0) {
    if (query !== "") return <EmptyState title="No variant fits">Change the search.</EmptyState>;
    return low ? (
      <EmptyState title="Plenty of everything">Nothing is running out.</EmptyState>
    ) : (
      <EmptyState title="Nothing to count yet" icon={<Inventory2Outlined />}>
        The variants of your products stand here with their stock.
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable
        label="Inventory"
        rows={levels}
        columns={columns(mayChange ? setChanging : null)}
        keyOf={(level) => level.variantId}
        linkTo={(level) => `/sites/${website.id}/inventory/${level.variantId}`}
        hasMore={list.hasNextPage}
        loadingMore={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
      {changing !== null && <StockDialog level={changing} onClose={() => setChanging(null)} />}
    </>
  );
}
