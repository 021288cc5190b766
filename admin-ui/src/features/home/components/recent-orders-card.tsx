import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import { Link } from "react-router";
import { formatAge } from "@/shared/i18n/format";
import { formatMoney } from "@/shared/money/money";
import { FulfillmentChip, PaymentChips } from "@/shared/orders/order-status";
import { useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Card } from "@/shared/ui/card";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useRecentOrdersQuery, type RecentOrders } from "../api";

type OrderSummary = RecentOrders["orders"][number];

/** Order number and customer; the customer may have been erased. */
function titleOf({ number, customerName, customerEmail }: OrderSummary): string {
  return [`#${number}`, customerName || customerEmail].filter((part) => part !== "").join(" · ");
}

function columns(locale: string): Column<OrderSummary>[] {
  return [
    { id: "number", header: t`Order`, main: true, cell: titleOf },
    { id: "placed", header: t`Placed`, cell: (order) => formatAge(order.createdOn) },
    {
      id: "state",
      header: t`State`,
      // Below the name on a phone, which long names of states would squeeze.
      cell: (order) => (
        <Stack
          direction={{ xs: "row", sm: "column" }}
          sx={{ gap: 0.5, flexWrap: "wrap", alignItems: { xs: "center", sm: "flex-start" } }}
        >
          <PaymentChips {...order} />
          <FulfillmentChip status={order.fulfillmentStatus} />
        </Stack>
      ),
    },
    {
      id: "total",
      header: t`Total`,
      align: "right",
      phone: "end",
      cell: (order) => formatMoney(order.grandTotalCents, order.currency, locale),
    },
  ];
}

export function RecentOrdersCard() {
  const website = useWebsite();
  const orders = useRecentOrdersQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const base = `/sites/${website.id}/orders`;
  return (
    <Card
      title={t`Recent orders`}
      flush
      action={
        <Button size="small" component={Link} to={base}>
          {t`All orders`}
        </Button>
      }
    >
      {orders.isError && <ErrorState error={orders.error} onRetry={() => void orders.refetch()} />}
      {orders.isLoading && <LoadingRows rows={4} />}
      {orders.data?.orders.length === 0 && (
        <EmptyState title={t`No orders yet`} icon={<ReceiptLongOutlined />}>
          {t`Orders appear here when customers buy something.`}
        </EmptyState>
      )}
      {orders.data && orders.data.orders.length > 0 && (
        <DataTable
          label={t`Recent orders`}
          rows={orders.data.orders}
          columns={columns(website.locale)}
          keyOf={(order) => order.id}
          linkTo={(order) => `${base}/${order.id}`}
        />
      )}
    </Card>
  );
}
