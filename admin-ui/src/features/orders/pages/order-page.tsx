import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Box from "@mui/material/Box";
import LocalShippingOutlined from "@mui/icons-material/LocalShippingOutlined";
import { useState } from "react";
import { useParams } from "react-router";
import { formatMoment } from "@/shared/i18n/format";
import { FulfillmentChip, PaymentChip } from "@/shared/orders/order-status";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useGetOrderQuery, type Order } from "../api";
import { CustomerCard } from "../components/customer-card";
import { FulfilDialog } from "../components/fulfil-dialog";
import { ItemsCard } from "../components/items-card";
import { PaymentsCard } from "../components/payments-card";
import { ShipmentsCard } from "../components/shipments-card";
import { TimelineCard } from "../components/timeline-card";

export function OrderPage() {
  const website = useWebsite();
  const { orderId = "" } = useParams();
  const order = useGetOrderQuery({ websiteId: website.id, orderId }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/orders`, label: "All orders" };
  if (order.data) return <OrderView order={order.data} back={back} />;
  return (
    <Page title="Order" back={back}>
      {order.isError ? <ErrorState error={order.error} onRetry={() => void order.refetch()} /> : <LoadingRows />}
    </Page>
  );
}

function isFulfillable(order: Order): boolean {
  return order.paymentStatus === "PAID" && order.fulfillmentStatus === "PENDING";
}

function OrderView({ order, back }: { order: Order; back: { to: string; label: string } }) {
  const mayFulfil = useMay("orders", "write");
  const [fulfilling, setFulfilling] = useState(false);
  return (
    <Page
      title={`Order #${order.number}`}
      back={back}
      description={formatMoment(order.createdOn)}
      status={
        <>
          <PaymentChip status={order.paymentStatus} />
          <FulfillmentChip status={order.fulfillmentStatus} />
          {order.testMode && <Chip size="small" variant="outlined" label="Test order" />}
          {!mayFulfil && <ViewOnlyChip />}
        </>
      }
      actions={
        mayFulfil &&
        isFulfillable(order) && (
          <Button variant="contained" startIcon={<LocalShippingOutlined />} onClick={() => setFulfilling(true)}>
            Mark as fulfilled
          </Button>
        )
      }
    >
      <Box sx={{ display: "grid", gap: 2, alignItems: "start", gridTemplateColumns: { md: "minmax(0, 7fr) minmax(280px, 4fr)" } }}>
        <Stack sx={{ gap: 2 }}>
          <ItemsCard order={order} />
          {order.fulfillments.length > 0 && <ShipmentsCard fulfillments={order.fulfillments} />}
          <PaymentsCard order={order} />
          <TimelineCard entries={order.timeline} />
        </Stack>
        <CustomerCard order={order} />
      </Box>
      {mayFulfil && <FulfilDialog order={order} open={fulfilling} onClose={() => setFulfilling(false)} />}
    </Page>
  );
}
