import { plural, t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import GroupOutlined from "@mui/icons-material/GroupOutlined";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { formatAge } from "@/shared/i18n/format";
import { formatMoney } from "@/shared/money/money";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { useSorting, type Sorting } from "@/shared/table/sorting";
import { ExportButton } from "@/shared/ui/export-button";
import { FilterBar } from "@/shared/ui/filter-bar";
import { FilterChoice } from "@/shared/ui/filter-choice";
import { Page } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import {
  useLinkToSheetMutation,
  useListCustomersInfiniteQuery,
  type CustomerFilter,
  type CustomerSummary,
} from "../api";

function columns(locale: string): Column<CustomerSummary>[] {
  return [
    {
      id: "name",
      header: t`Customer`,
      main: true,
      sort: { by: "name", kind: "text" },
      cell: (customer) => customer.name || customer.email,
    },
    {
      id: "email",
      header: t`E-mail`,
      breaks: true,
      sort: { by: "email", kind: "text" },
      cell: (customer) => customer.email,
    },
    {
      id: "account",
      header: t`Account`,
      phone: "hidden",
      cell: (customer) => (
        <Stack direction="row" sx={{ gap: 0.5 }}>
          {customer.hasAccount && <Chip size="small" variant="outlined" label={t`Account`} />}
          {customer.mailConsentOn != null && <Chip size="small" variant="outlined" label={t`Marketing`} />}
        </Stack>
      ),
    },
    {
      id: "orders",
      header: t`Orders`,
      phone: "hidden",
      cell: (customer) => plural({ orderCount: customer.orderCount }, { one: "# order", other: "# orders" }),
    },
    {
      id: "last",
      header: t`Last order`,
      phone: "hidden",
      cell: (customer) => (customer.lastOrderOn == null ? "–" : formatAge(customer.lastOrderOn)),
    },
    {
      id: "since",
      header: t`Since`,
      phone: "hidden",
      sort: { by: "since", kind: "date" },
      cell: (customer) => formatAge(customer.createdOn),
    },
    {
      id: "spent",
      header: t`Spent`,
      align: "right",
      phone: "end",
      cell: (customer) => formatMoney(customer.spentCents, customer.currency, locale),
    },
  ];
}

const sorts = ["since", "name", "email"] as const;
const accounts = [
  {
    value: "yes",
    get label() {
      return t`With an account`;
    },
  },
  {
    value: "no",
    get label() {
      return t`Without an account`;
    },
  },
];
const subscriptions = [
  {
    value: "yes",
    get label() {
      return t`Subscribed`;
    },
  },
  {
    value: "no",
    get label() {
      return t`Not subscribed`;
    },
  },
];

export function CustomersPage() {
  const website = useWebsite();
  const [linkToSheet] = useLinkToSheetMutation();
  const mayExport = usePermission("customers", "write");
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
      title={t`Customers`}
      width="wide"
      description={t`Everyone who has placed an order or has an account. “Orders” counts paid orders in the currency of the shop, without test orders. “Spent” is their total after refunds.`}
      actions={
        mayExport && (
          <ExportButton linkTo={() => linkToSheet({ websiteId: website.id, filter: { ...filter, ...wanted } })} />
        )
      }
    >
      <FilterBar
        search={<SearchField label={t`Search name or e-mail`} value={query} onChange={setQuery} />}
        active={[account, agreed].filter((value) => value !== "").length}
      >
        <FilterChoice label={t`Account`} value={account} options={accounts} onChange={setAccount} />
        <FilterChoice label={t`Marketing`} value={agreed} options={subscriptions} onChange={setAgreed} />
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
  if (list.isError && !list.isFetchNextPageError)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows />;
  const customers = list.data.pages.flatMap((page) => page.customers);
  if (customers.length === 0 && isFiltered) {
    return <EmptyState title={t`No customers found`}>{t`Try a different search or other filters.`}</EmptyState>;
  }
  if (customers.length === 0) {
    return (
      <EmptyState title={t`No customers yet`} icon={<GroupOutlined />}>
        {t`People who buy from ${{ title: website.title }} or create an account there appear here.`}
      </EmptyState>
    );
  }
  return (
    <DataTable
      label={t`Customers`}
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
