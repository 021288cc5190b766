import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Box from "@mui/material/Box";
import LocalShippingOutlined from "@mui/icons-material/LocalShippingOutlined";
import { useState } from "react";
import { useParams } from "react-router";
import { formatMoment } from "@/shared/i18n/format";
import { DisputeChip, FulfillmentChip, isCostly, PaymentChip } from "@/shared/orders/order-status";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip, type BackLink } from "@/shared/ui/page";
import { useFocusRecovery } from "@/shared/hooks/use-focus-recovery";
import { PendingPage } from "@/shared/ui/pending-page";
import { useGetOrderQuery, type Order } from "../api";
import { AddressDialog } from "../components/address-dialog";
import { CancelDialog } from "../components/cancel-dialog";
import { CustomerCard } from "../components/customer-card";
import { DonationCard } from "../components/donation-card";
import { EmailDialog } from "../components/email-dialog";
import { FulfilDialog } from "../components/fulfil-dialog";
import { GiftCardsCard } from "../components/gift-cards-card";
import { ItemsCard } from "../components/items-card";
import { NoteForm } from "../components/note-form";
import { OrderMenu } from "../components/order-menu";
import { PaymentsCard } from "../components/payments-card";
import { RefundDialog } from "../components/refund-dialog";
import { RefundsCard } from "../components/refunds-card";
import { ShipmentsCard } from "../components/shipments-card";
import { TagsCard } from "../components/tags-card";
import { TimelineCard } from "../components/timeline-card";

export function OrderPage() {
  const website = useWebsite();
  const { orderId = "" } = useParams();
  const order = useGetOrderQuery({ websiteId: website.id, orderId }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/orders`, label: t`All orders` };
  if (order.data) return <OrderView order={order.data} back={back} />;
  return <PendingPage title={t`Order`} back={back} query={order} />;
}

function isFulfillable(order: Order): boolean {
  const isPaid = order.paymentStatus === "PAID" || order.paymentStatus === "PARTIALLY_REFUNDED";
  const isTakenWithParcel =
    order.paymentStatus === "AUTHORIZED" && order.payments.some(({ captureMode }) => captureMode === "on-fulfillment");
  const isPaidOnDelivery =
    order.paymentStatus === "AWAITING_PAYMENT" &&
    order.payments.some(({ isOnDelivery, status }) => isOnDelivery && status === "pending");
  return (isPaid || isTakenWithParcel || isPaidOnDelivery) && order.fulfillmentStatus === "PENDING";
}

/** Whether nothing of it has been shipped. */
function isUnsent(order: Order): boolean {
  return order.fulfillmentStatus === "PENDING" && order.fulfillments.length === 0;
}

type OpenDialog = "fulfil" | "refund" | "cancel" | "shipping" | "billing" | "email";

function OrderView({ order, back }: { order: Order; back: BackLink }) {
  const mayWrite = usePermission("orders", "write");
  // An erased customer's data cannot be entered again.
  const isKnown = order.customerEmail !== "";
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  useFocusRecovery(order);
  return (
    <Page
      title={t`Order #${{ number: order.number }}`}
      back={back}
      description={formatMoment(order.createdOn)}
      status={
        <>
          <PaymentChip status={order.paymentStatus} />
          {isCostly(order.dispute) && <DisputeChip status={order.dispute} />}
          <FulfillmentChip status={order.fulfillmentStatus} />
          {order.testMode && <Chip size="small" variant="outlined" label={t`Test order`} />}
          {!mayWrite && <ViewOnlyChip />}
        </>
      }
      actions={
        <>
          {mayWrite && order.refundableCents > 0 && (
            <Button variant="outlined" onClick={() => setDialog("refund")}>
              {t`Refund`}
            </Button>
          )}
          {mayWrite && isFulfillable(order) && (
            <Button variant="contained" startIcon={<LocalShippingOutlined />} onClick={() => setDialog("fulfil")}>
              {t`Mark as fulfilled`}
            </Button>
          )}
        </>
      }
      menu={<OrderMenu order={order} onCancel={mayWrite && isUnsent(order) ? () => setDialog("cancel") : null} />}
    >
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: { md: "minmax(0, 7fr) minmax(280px, 4fr)" },
        }}
      >
        <Stack sx={{ gap: 2 }}>
          <ItemsCard order={order} />
          {order.fulfillments.length > 0 && <ShipmentsCard order={order} />}
          {order.donation && <DonationCard donation={order.donation} />}
          {order.giftCards.length > 0 && <GiftCardsCard order={order} />}
          <PaymentsCard order={order} />
          {order.refunds.length > 0 && <RefundsCard order={order} />}
          <TimelineCard entries={order.timeline}>{mayWrite && <NoteForm orderId={order.id} />}</TimelineCard>
        </Stack>
        <Stack sx={{ gap: 2 }}>
          <CustomerCard
            order={order}
            onEdit={{
              email: mayWrite && isKnown ? () => setDialog("email") : null,
              shipping: mayWrite && isUnsent(order) ? () => setDialog("shipping") : null,
              billing: mayWrite && isKnown ? () => setDialog("billing") : null,
            }}
          />
          <TagsCard order={order} editable={mayWrite} />
        </Stack>
      </Box>
      {dialog === "fulfil" && <FulfilDialog order={order} onClose={close} />}
      {dialog === "refund" && <RefundDialog order={order} onClose={close} />}
      {dialog === "cancel" && <CancelDialog order={order} onClose={close} />}
      {(dialog === "shipping" || dialog === "billing") && <AddressDialog order={order} use={dialog} onClose={close} />}
      {dialog === "email" && <EmailDialog order={order} onClose={close} />}
    </Page>
  );
}
