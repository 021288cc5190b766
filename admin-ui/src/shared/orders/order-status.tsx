import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import type { components } from "@stoa/api/schema";

type PaymentStatus = components["schemas"]["OrderPaymentStatus"];
type FulfillmentStatus = components["schemas"]["FulfillmentStatus"];
type OrderType = components["schemas"]["OrderType"];

type Tone = "default" | "success" | "warning" | "error" | "info";

interface Look {
  label: string;
  tone: Tone;
}

export const paymentLooks = {
  AWAITING_PAYMENT: { label: "Awaiting payment", tone: "warning" },
  AUTHORIZED: { label: "Authorized", tone: "info" },
  PAID: { label: "Paid", tone: "success" },
  FAILED: { label: "Payment failed", tone: "error" },
  REFUNDED: { label: "Refunded", tone: "default" },
  PARTIALLY_REFUNDED: { label: "Partially refunded", tone: "info" },
} satisfies Record<PaymentStatus, Look>;

export const fulfillmentLooks = {
  PENDING: { label: "Unfulfilled", tone: "warning" },
  FULFILLED: { label: "Fulfilled", tone: "success" },
  CANCELED: { label: "Canceled", tone: "default" },
} satisfies Record<FulfillmentStatus, Look>;

export function PaymentChip({ status }: { status: PaymentStatus }) {
  const { label, tone } = paymentLooks[status];
  return <Chip size="small" variant="soft" label={label} color={tone} />;
}

/** Payment status of an order in a list, with a chip for test mode. */
export function PaymentChips({
  paymentStatus,
  testMode,
  type,
}: {
  paymentStatus: PaymentStatus;
  testMode: boolean;
  type: OrderType;
}) {
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: "wrap" }}>
      <PaymentChip status={paymentStatus} />
      {testMode && <Chip size="small" variant="outlined" label="Test" />}
      {type === "donation" && <Chip size="small" variant="outlined" label="Donation" />}
    </Stack>
  );
}

export function FulfillmentChip({ status }: { status: FulfillmentStatus }) {
  const { label, tone } = fulfillmentLooks[status];
  return <Chip size="small" variant="soft" label={label} color={tone} />;
}
