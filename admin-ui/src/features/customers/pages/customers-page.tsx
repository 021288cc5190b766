import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import GroupOutlined from "@mui/icons-material/GroupOutlined";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { formatAge, formatCount } from "@/shared/i18n/format";
import { formatMoney } from "@/shared/money/money";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { useSorting, type Sorting } from "@/shared/table/sorting";
import { ExportButton } from "@/shared/ui/export-button";
import { FilterBar } from "@/shared/ui/filter-bar";
import { FilterChoice } from "@/shared/ui/filter-choice";
import { Page } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useLinkToSheetMutation, useListCustomersInfiniteQuery, type CustomerFilter, type CustomerSummary } from "../api";

function columns(locale: string): Column<CustomerSummary>[] {
  return [
    { id: "name", header: "Customer", main: true, sort: { by: "name", kind: "text" }, cell: (customer) => customer.name || customer.email },
    { id: "email", header: "E-mail", breaks: true, sort: { by: "email", kind: "text" }, cell: (customer) => customer.email },
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
      id: "since",
      header: "Since",
      phone: "hidden",
      sort: { by: "since", kind: "date" },
      cell: (customer) => formatAge(customer.createdOn),
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

const sorts = ["since", "name", "email"] as const;
const accounts = [
  { value: "yes", label: "With an account" },
  { value: "no", label: "Without an account" },
];
const news = [
  { value: "yes", label: "Agreed to mail" },
  { value: "no", label: "Did not agree" },
];

export function CustomersPage() {
  const website = useWebsite();
  const [linkToSheet] = useLinkToSheetMutation();
  const mayExport = useMay("customers", "write");
  const [query, setQuery] = useSearchParam("query");
  const [account, setAccount] = useSearchParam("account");
  const [agreed, setAgreed] = useSearchParam("news");
  const { sorting, wanted } = useSorting(sorts, { by: "since", descending: true });
  const filter: CustomerFilter = {
    ...(query === "" ? {} : { query }),
    ...(account === "" ? {} : { hasAccount: account === "yes" }),
    ...(agreed === "" ? {} : { agreedToMail: agreed === "yes" }),
  };
  return (
    <Page
      title="Customers"
      width="wide"
      description="Everybody who has bought or has an account. Orders are those that were paid in the currency of the shop, without test orders; spent is what was paid for them and not refunded."
      actions={mayExport && <ExportButton linkTo={() => linkToSheet({ websiteId: website.id, filter: { ...filter, ...wanted } })} />}
    >
      <FilterBar
        search={<SearchField label="Search name or e-mail" value={query} onChange={setQuery} />}
        active={[account, agreed].filter((value) => value !== "").length}
      >
        <FilterChoice label="Account" value={account} options={accounts} onChange={setAccount} />
        <FilterChoice label="News" value={agreed} options={news} onChange={setAgreed} />
      </FilterBar>
      <Paper variant="card">
        <CustomerList filter={{ ...filter, ...wanted }} isFiltered={Object.keys(filter).length > 0} sorting={sorting} />
      </Paper>
    </Page>
  );
}

interface CustomerListProps {
  filter: CustomerFilter;
  isFiltered: boolean;
  sorting: Sorting;
}

function CustomerList({ filter, isFiltered, sorting }: CustomerListProps) {
  const website = useWebsite();
  const list = useListCustomersInfiniteQuery({ websiteId: website.id, filter }, { refetchOnMountOrArgChange: true });
  if (list.isError && !list.isFetchNextPageError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows />;
  const customers = list.data.pages.flatMap((page) => page.customers);
  if (customers.length === 0 && isFiltered) {
    return <EmptyState title="No customer fits">Change the search or the filters.</EmptyState>;
  }
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
      sorting={sorting}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      moreError={list.isFetchNextPageError ? list.error : undefined}
      onMore={() => void list.fetchNextPage()}
    />
  );
}
