import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import FileUploadOutlined from "@mui/icons-material/FileUploadOutlined";
import Inventory2Outlined from "@mui/icons-material/Inventory2Outlined";
import { useState } from "react";
import { Link } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column, type Selection } from "@/shared/table/data-table";
import { useSorting, type Sorting } from "@/shared/table/sorting";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { saveObject } from "@/shared/ui/save-file";
import { useToast } from "@/shared/ui/toast";
import { useExportStockMutation, useListInventoryInfiniteQuery, type InventoryFilter, type StockLevel } from "../api";
import { BulkStockBar } from "../components/bulk-stock-bar";
import { FormatExport } from "../components/format-export";
import { StockChip } from "../components/stock-chip";
import { StockDialog } from "../components/stock-dialog";
import { variantText } from "../stock-text";

const sorts = ["sku", "product", "pieces"] as const;

function columns(onChange: ((level: StockLevel) => void) | null): Column<StockLevel>[] {
  const shown: Column<StockLevel>[] = [
    {
      id: "product",
      header: t`Product`,
      main: true,
      sort: { by: "product", kind: "text" },
      cell: (level) => level.productName,
    },
    { id: "variant", header: t`Variant`, cell: variantText },
    { id: "sku", header: t`SKU`, breaks: true, sort: { by: "sku", kind: "text" }, cell: (level) => level.sku },
    {
      id: "waiting",
      header: t`Waiting`,
      align: "right",
      phone: "hidden",
      cell: (level) => (level.waiting === 0 ? "" : level.waiting),
    },
    {
      id: "stock",
      header: t`Stock`,
      phone: "end",
      sort: { by: "pieces", kind: "number" },
      cell: (level) => <StockChip level={level} />,
    },
  ];
  if (onChange === null) return shown;
  const change: Column<StockLevel> = {
    id: "change",
    header: "",
    align: "right",
    phone: "end",
    cell: (level) => (
      <Button
        size="small"
        color="inherit"
        aria-label={t`Adjust stock of ${{ sku: level.sku }}`}
        onClick={(event) => {
          // On a phone the button is inside the card, which is a link.
          event.preventDefault();
          onChange(level);
        }}
      >
        {t`Adjust`}
      </Button>
    ),
  };
  return [...shown, change];
}

export function InventoryPage() {
  const website = useWebsite();
  const mayChange = usePermission("products", "write");
  const [query, setQuery] = useSearchParam("query");
  const [low, setLow] = useSearchParam("low");
  const isLow = low !== "";
  const { sorting, wanted } = useSorting(sorts, { by: isLow ? "pieces" : "sku", descending: false });
  const filter: InventoryFilter = { websiteId: website.id, query, low: isLow };
  return (
    <Page
      title={t`Inventory`}
      width="wide"
      status={mayChange ? undefined : <ViewOnlyChip />}
      actions={
        <>
          <ExportButton filter={filter} />
          <FormatExport />
          {mayChange && (
            <Button component={Link} to="import" variant="outlined" color="inherit" startIcon={<FileUploadOutlined />}>
              {t`Import CSV`}
            </Button>
          )}
        </>
      }
    >
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ mb: 2, gap: 1.5, alignItems: { sm: "center" } }}>
        <SearchField label={t`Search product or SKU`} value={query} onChange={setQuery} />
        <FormControlLabel
          control={<Switch checked={filter.low} onChange={(_, checked) => setLow(checked ? "true" : "")} />}
          label={t`Low stock only`}
        />
      </Stack>
      <InventoryList filter={{ ...filter, ...wanted }} sorting={sorting} mayChange={mayChange} />
    </Page>
  );
}

/** Exports the filtered list, all pages of it. */
function ExportButton({ filter }: { filter: InventoryFilter }) {
  const toast = useToast();
  const [exportStock, { isLoading }] = useExportStockMutation();
  const save = async () => {
    const outcome = await exportStock(filter);
    if (outcome.error !== undefined) return toast.error(errorText(outcome.error));
    saveObject(outcome.data, "stock.csv");
  };
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<FileDownloadOutlined />}
      loading={isLoading}
      onClick={() => void save()}
    >
      {t`Export CSV`}
    </Button>
  );
}

interface InventoryListProps {
  filter: InventoryFilter;
  sorting: Sorting;
  mayChange: boolean;
}

function InventoryList({ filter, sorting, mayChange }: InventoryListProps) {
  const [changing, setChanging] = useState<StockLevel | null>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, StockLevel>>(new Map());
  const list = useListInventoryInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
  const levels = list.data?.pages.flatMap((page) => page.variants) ?? [];
  // If loading a further page fails, the loaded ones stay.
  const isBroken = list.isError && !list.isFetchNextPageError;
  const shown = new Map(levels.map((level) => [level.variantId, level]));
  const selection: Selection<StockLevel> = {
    nameOf: (level) => level.sku,
    chosen: new Set(chosen.keys()),
    onChange: (level, isChosen) =>
      setChosen((current) => {
        const next = new Map(current);
        if (isChosen) next.set(level.variantId, level);
        else next.delete(level.variantId);
        return next;
      }),
  };
  const forget = (ids: string[]) => setChosen((current) => new Map([...current].filter(([id]) => !ids.includes(id))));
  return (
    <>
      {mayChange && (
        <BulkStockBar
          chosen={[...chosen].map(([id, level]) => shown.get(id) ?? level)}
          onClear={() => setChosen(new Map())}
          onDone={forget}
        />
      )}
      <Paper variant="card">
        {isBroken && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {!isBroken && list.data === undefined && <LoadingRows />}
        {!isBroken && list.data !== undefined && levels.length === 0 && <NoVariants filter={filter} />}
        {!isBroken && levels.length > 0 && (
          <DataTable
            label={t`Inventory`}
            rows={levels}
            columns={columns(mayChange ? setChanging : null)}
            keyOf={(level) => level.variantId}
            linkTo={(level) => `/sites/${filter.websiteId}/inventory/${level.variantId}`}
            selection={mayChange ? selection : undefined}
            sorting={sorting}
            hasMore={list.hasNextPage}
            loadingMore={list.isFetchingNextPage}
            moreError={list.isFetchNextPageError ? list.error : undefined}
            onMore={() => void list.fetchNextPage()}
          />
        )}
      </Paper>
      {changing !== null && <StockDialog level={changing} onClose={() => setChanging(null)} />}
    </>
  );
}

function NoVariants({ filter: { query, low } }: { filter: InventoryFilter }) {
  if (query !== "") return <EmptyState title={t`No variants found`}>{t`Try a different search.`}</EmptyState>;
  if (low) return <EmptyState title={t`No low stock`}>{t`No variant is low in stock.`}</EmptyState>;
  return (
    <EmptyState title={t`No products yet`} icon={<Inventory2Outlined />}>
      {t`Add a product to see its variants and their stock here.`}
    </EmptyState>
  );
}
