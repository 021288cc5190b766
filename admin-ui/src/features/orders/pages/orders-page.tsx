import { plural, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { formatAge } from "@/shared/i18n/format";
import { parseMoment } from "@/shared/i18n/local-time";
import { formatMoney } from "@/shared/money/money";
import { FulfillmentChip, fulfillmentLooks, PaymentChips, paymentLooks } from "@/shared/orders/order-status";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { useSorting } from "@/shared/table/sorting";
import { ExportButton } from "@/shared/ui/export-button";
import { FilterBar } from "@/shared/ui/filter-bar";
import { FilterChoice } from "@/shared/ui/filter-choice";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import {
  useLinkToExportMutation,
  useListOrdersInfiniteQuery,
  useUsedOrderTagsQuery,
  type OrderFilters,
  type OrderSummary,
} from "../api";
import { ColumnsMenu, useShownColumns } from "../components/columns-menu";

function isKeyOf<Looks extends object>(looks: Looks, value: string): value is keyof Looks & string {
  return value in looks;
}

function optionsOf(looks: Record<string, { label: string }>): { value: string; label: string }[] {
  return Object.entries(looks).map(([value, { label }]) => ({ value, label }));
}

function columns(locale: string): Column<OrderSummary>[] {
  return [
    {
      id: "number",
      header: t`Order`,
      main: true,
      sort: { by: "number", kind: "number" },
      cell: (order) => `#${order.number}`,
    },
    {
      id: "customer",
      header: t`Customer`,
      sort: { by: "customer", kind: "text" },
      cell: (order) => order.customerName || order.customerEmail,
    },
    {
      id: "placed",
      header: t`Placed`,
      sort: { by: "placed", kind: "date" },
      cell: (order) => formatAge(order.createdOn),
    },
    {
      id: "items",
      header: t`Items`,
      phone: "hidden",
      cell: (order) => (
        <Box component="span" sx={{ whiteSpace: "nowrap" }}>
          {plural({ itemCount: order.itemCount }, { one: "# item", other: "# items" })}
        </Box>
      ),
    },
    { id: "payment", header: t`Payment`, cell: (order) => <PaymentChips {...order} /> },
    {
      id: "fulfilment",
      header: t`Fulfillment`,
      phone: "end",
      cell: (order) => <FulfillmentChip status={order.fulfillmentStatus} />,
    },
    {
      id: "total",
      header: t`Total`,
      sort: { by: "total", kind: "number" },
      align: "right",
      phone: "end",
      cell: (order) => formatMoney(order.grandTotalCents, order.currency, locale),
    },
  ];
}

export function OrdersPage() {
  const website = useWebsite();
  const [linkToExport] = useLinkToExportMutation();
  const mayFulfil = usePermission("orders", "write");
  const [query, setQuery] = useSearchParam("query");
  const [fulfilment, setFulfilment] = useSearchParam("fulfilment");
  const [payment, setPayment] = useSearchParam("payment");
  const [from, setFrom] = useSearchParam("from");
  const [until, setUntil] = useSearchParam("until");
  const [mode, setMode] = useSearchParam("mode");
  const [type, setType] = useSearchParam("type");
  const [tag, setTag] = useSearchParam("tag");
  const [dispute, setDispute] = useSearchParam("dispute");
  const filters: OrderFilters = {
    ...(query === "" ? {} : { query }),
    ...(isKeyOf(fulfillmentLooks, fulfilment) ? { fulfillmentStatus: fulfilment } : {}),
    ...(isKeyOf(paymentLooks, payment) ? { paymentStatus: payment } : {}),
    ...moment("from", from, 0),
    ...moment("until", until, 1),
    ...(isKeyOf(modes, mode) ? { testMode: mode === "test" } : {}),
    ...(isKeyOf(types, type) ? { donations: type === "donation" } : {}),
    ...(tag === "" ? {} : { tag }),
    ...(isKeyOf(disputes, dispute) ? { dispute } : {}),
  };
  return (
    <Page
      title={t`Orders`}
      width="wide"
      status={mayFulfil ? undefined : <ViewOnlyChip />}
      actions={
        <>
          <ColumnsMenu columns={choosable} />
          {mayFulfil && <ExportButton linkTo={() => linkToExport({ websiteId: website.id, filters })} />}
        </>
      }
    >
      <FilterBar
        search={<SearchField label={t`Search number, name or e-mail`} value={query} onChange={setQuery} />}
        active={[fulfilment, payment, mode, type, tag, dispute, from, until].filter((value) => value !== "").length}
      >
        <FilterChoice
          label={t`Fulfillment`}
          value={fulfilment}
          onChange={setFulfilment}
          options={optionsOf(fulfillmentLooks)}
        />
        <FilterChoice label={t`Payment`} value={payment} onChange={setPayment} options={optionsOf(paymentLooks)} />
        <FilterChoice label={t`Mode`} value={mode} onChange={setMode} options={optionsOf(modes)} />
        <FilterChoice label={t`Type`} value={type} onChange={setType} options={optionsOf(types)} />
        <FilterChoice label={t`Disputes`} value={dispute} onChange={setDispute} options={optionsOf(disputes)} wide />
        <TagFilter value={tag} onChange={setTag} />
        <DayField label={t`From`} value={from} onChange={setFrom} />
        <DayField label={t`To`} value={until} onChange={setUntil} />
      </FilterBar>
      <Paper variant="card">
        <OrderList filters={filters} filtered={Object.keys(filters).length > 0} />
      </Paper>
    </Page>
  );
}

/** Columns that can be hidden. */
const choosable = [
  {
    id: "placed",
    get label() {
      return t`Placed`;
    },
  },
  {
    id: "items",
    get label() {
      return t`Items`;
    },
  },
  {
    id: "payment",
    get label() {
      return t`Payment`;
    },
  },
  {
    id: "fulfilment",
    get label() {
      return t`Fulfillment`;
    },
  },
];

const sorts = ["placed", "number", "total", "customer"] as const;
const types = {
  purchase: {
    get label() {
      return t`Purchases`;
    },
  },
  donation: {
    get label() {
      return t`Donations`;
    },
  },
};
const disputes = {
  any: {
    get label() {
      return t`With a dispute`;
    },
  },
  open: {
    get label() {
      return t`Not decided`;
    },
  },
  "needs-response": {
    get label() {
      return t`Answer needed`;
    },
  },
  lost: {
    get label() {
      return t`Lost`;
    },
  },
};
const modes = {
  live: {
    get label() {
      return t`Live orders`;
    },
  },
  test: {
    get label() {
      return t`Test orders`;
    },
  },
};

/** The start of a day in the zone in which times are shown, or of the day `later` days after it, as an instant. */
function moment(name: "from" | "until", day: string, later: number): OrderFilters {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  if (Number.isNaN(start)) return {};
  const wanted = new Date(start + later * 86_400_000).toISOString().slice(0, 10);
  const time = parseMoment(`${wanted}T00:00`);
  return time === null ? {} : { [name]: time };
}

interface DayFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <TextField
      type="date"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

function TagFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const website = useWebsite();
  const used = useUsedOrderTagsQuery({ websiteId: website.id });
  if ((used.data ?? []).length === 0 && value === "") return null;
  const tags = new Set([...(used.data ?? []), ...(value === "" ? [] : [value])]);
  return (
    <FilterChoice
      label={t`Tag`}
      value={value}
      onChange={onChange}
      options={[...tags].map((tag) => ({ value: tag, label: tag }))}
    />
  );
}

function OrderList({ filters, filtered }: { filters: OrderFilters; filtered: boolean }) {
  const website = useWebsite();
  const { sorting, wanted } = useSorting(sorts, { by: "placed", descending: true });
  const list = useListOrdersInfiniteQuery(
    { websiteId: website.id, filters: { ...filters, ...wanted } },
    { refetchOnMountOrArgChange: true },
  );
  const isShown = useShownColumns(choosable);
  if (list.isError && !list.isFetchNextPageError)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows />;
  const orders = list.data.pages.flatMap((page) => page.orders);
  if (orders.length === 0 && filtered) {
    return <EmptyState title={t`No orders found`}>{t`Try a different search or other filters.`}</EmptyState>;
  }
  if (orders.length === 0) {
    return (
      <EmptyState title={t`No orders yet`} icon={<ReceiptLongOutlined />}>
        {t`Orders appear here when customers buy from ${{ title: website.title }}.`}
      </EmptyState>
    );
  }
  return (
    <DataTable
      label={t`Orders`}
      rows={orders}
      columns={columns(website.locale).filter(({ id }) => isShown(id))}
      keyOf={(order) => order.id}
      linkTo={(order) => `/sites/${website.id}/orders/${order.id}`}
      sorting={sorting}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      moreError={list.isFetchNextPageError ? list.error : undefined}
      onMore={() => void list.fetchNextPage()}
    />
  );
}
