import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Add from "@mui/icons-material/Add";
import RequestQuoteOutlined from "@mui/icons-material/RequestQuoteOutlined";
import { Link } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { useSorting } from "@/shared/table/sorting";
import { matchingRows, sortedRows } from "@/shared/table/loaded-list";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { validityChips, validityOf } from "@/shared/ui/validity";
import { useListPriceListsQuery, type PriceListSummary } from "../api";
import { audienceText, effectText } from "../price-list-text";

const columns: Column<PriceListSummary>[] = [
  {
    id: "name",
    get header() {
      return t`Name`;
    },
    main: true,
    sort: { by: "name", kind: "text" },
    cell: (list) => list.name,
  },
  {
    id: "audience",
    get header() {
      return t`Customers`;
    },
    cell: audienceText,
  },
  {
    id: "effect",
    get header() {
      return t`Prices`;
    },
    cell: effectText,
  },
  {
    id: "ends",
    get header() {
      return t`Ends`;
    },
    phone: "hidden",
    sort: { by: "ends", kind: "date" },
    cell: (list) => (list.endsOn == null ? "–" : formatMoment(list.endsOn)),
  },
  {
    id: "state",
    get header() {
      return t`Status`;
    },
    phone: "end",
    cell: (list) => <Chip size="small" variant="soft" {...validityChips[validityOf(list, Date.now())]} />,
  },
];

const sorts = ["name", "ends"] as const;
const measures = {
  name: (list: PriceListSummary) => list.name,
  ends: (list: PriceListSummary) => list.endsOn ?? Number.MAX_SAFE_INTEGER,
};

export function PriceListsPage() {
  const website = useWebsite();
  const mayChange = usePermission("discounts-tax-shipping", "write");
  return (
    <Page
      title={t`Price lists`}
      status={mayChange ? undefined : <ViewOnlyChip />}
      description={t`Special prices for customers who are signed in.`}
      actions={mayChange && <NewButton to={`/sites/${website.id}/price-lists/new`} />}
    >
      <Paper variant="card">
        <PriceListList mayChange={mayChange} />
      </Paper>
    </Page>
  );
}

function NewButton({ to }: { to: string }) {
  return (
    <Button variant="contained" startIcon={<Add />} component={Link} to={to}>
      {t`Add price list`}
    </Button>
  );
}

function PriceListList({ mayChange }: { mayChange: boolean }) {
  const website = useWebsite();
  const list = useListPriceListsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [query, setQuery] = useSearchParam("query");
  const { sorting } = useSorting(sorts, { by: "name", descending: false });
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows rows={3} />;
  if (list.data.length === 0) {
    return (
      <EmptyState
        title={t`No price lists yet`}
        icon={<RequestQuoteOutlined />}
        action={mayChange && <NewButton to={`/sites/${website.id}/price-lists/new`} />}
      >
        {t`All customers pay the same prices. Add a price list to offer lower prices to specific customers, or to all who are signed in.`}
      </EmptyState>
    );
  }
  const found = matchingRows(list.data, query, ({ name }) => name);
  return (
    <>
      <Box sx={{ p: 2 }}>
        <SearchField label={t`Search name`} value={query} onChange={setQuery} />
      </Box>
      {found.length === 0 ? (
        <EmptyState title={t`No price lists found`}>{t`Try a different search.`}</EmptyState>
      ) : (
        <DataTable
          label={t`Price lists`}
          rows={sortedRows(found, sorting.now, measures)}
          columns={columns}
          keyOf={({ id }) => id}
          linkTo={({ id }) => `/sites/${website.id}/price-lists/${id}`}
          sorting={sorting}
        />
      )}
    </>
  );
}
