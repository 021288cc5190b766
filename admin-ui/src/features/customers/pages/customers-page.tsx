import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import GroupOutlined from "@mui/icons-material/GroupOutlined";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { formatAge, formatCount } from "@/shared/i18n/format";
import { formatMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListCustomersInfiniteQuery, type CustomerSummary } from "../api";

function columns(locale: string): Column<CustomerSummary>[] {
  return [
    { id: "name", header: "Customer", main: true, cell: (customer) => customer.name || customer.email },
    { id: "email", header: "E-mail", cell: (customer) => customer.email },
    {
      id: "account",
      header: "Account",
      phone: "hidden",
      cell: (customer) => (
        <Stack direction="row" sx={{ gap: 0.5 }}>
          {customer.hasAccount && <Chip size="small" variant="outlined" label="Account" />}
          {customer.mailConsentOn != null && <Chip size="small" variant="outlined" label="News" />}
        </Stack>
      ),
    },
    { id: "orders", header: "Orders", phone: "hidden", cell: (customer) => formatCount(customer.orderCount, "order", "orders") },
    {
      id: "last",
      header: "Last order",
      phone: "hidden",
      cell: (customer) => (customer.lastOrderOn == null ? "–" : formatAge(customer.lastOrderOn)),
    },
    {
      id: "spent",
      header: "Spent",
      align: "right",
      phone: "end",
      cell: (customer) => formatMoney(customer.spentCents, customer.currency, locale),
    },
  ];
}

export function CustomersPage() {
  const [query, setQuery] = useSearchParam("query");
  return (
    <Page title="Customers" width="wide" description="Everybody who has bought or has an account.">
      <Stack sx={{ mb: 2, maxWidth: 480 }}>
        <SearchField label="Search name or e-mail" value={query} onChange={setQuery} />
      </Stack>
      <Paper variant="card">
        <CustomerList query={query} />
      </Paper>
    </Page>
  );
}

function CustomerList({ query }: { query: string }) {
  const website = useWebsite();
  const list = useListCustomersInfiniteQuery({ websiteId: website.id, query }, { refetchOnMountOrArgChange: true });
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows />;
  const customers = list.data.pages.flatMap((page) => page.customers);
  if (customers.length === 0 && query !== "") return <EmptyState title="No customer fits">Change the search.</EmptyState>;
  if (customers.length === 0) {
    return (
      <EmptyState title="No customers yet" icon={<GroupOutlined />}>
        Who buys from {website.title} or makes an account there appears here.
      </EmptyState>
    );
  }
  return (
    <DataTable
      label="Customers"
      rows={customers}
      columns={columns(website.locale)}
      keyOf={(customer) => customer.id}
      linkTo={(customer) => `/sites/${website.id}/customers/${customer.id}`}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      onMore={() => void list.fetchNextPage()}
    />
  );
}
