import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import type { components } from "@stoa/api/schema";

type PaymentStatus = components["schemas"]["OrderPaymentStatus"];
type FulfillmentStatus = components["schemas"]["FulfillmentStatus"];
type DisputeStatus = components["schemas"]["PaymentDisputeStatus"];
type OrderType = components["schemas"]["OrderType"];

type Tone = "default" | "success" | "warning" | "error" | "info";

interface Look {
  label: string;
  tone: Tone;
}

export const paymentLooks = {
  AWAITING_PAYMENT: {
    get label() {
      return t`Awaiting payment`;
    },
    tone: "warning",
  },
  AUTHORIZED: {
    get label() {
      return t`Authorized`;
    },
    tone: "info",
  },
  PAID: {
    get label() {
      return t`Paid`;
    },
    tone: "success",
  },
  FAILED: {
    get label() {
      return t`Payment failed`;
    },
    tone: "error",
  },
  REFUNDED: {
    get label() {
      return t`Refunded`;
    },
    tone: "default",
  },
  PARTIALLY_REFUNDED: {
    get label() {
      return t`Partially refunded`;
    },
    tone: "info",
  },
} satisfies Record<PaymentStatus, Look>;

export const fulfillmentLooks = {
  PENDING: {
    get label() {
      return t`Unfulfilled`;
    },
    tone: "warning",
  },
  FULFILLED: {
    get label() {
      return t`Fulfilled`;
    },
    tone: "success",
  },
  CANCELED: {
    get label() {
      return t`Canceled`;
    },
    tone: "default",
  },
} satisfies Record<FulfillmentStatus, Look>;

export const disputeLooks = {
  "needs-response": {
    get label() {
      return t`Dispute: answer needed`;
    },
    tone: "error",
  },
  "under-review": {
    get label() {
      return t`Dispute under review`;
    },
    tone: "warning",
  },
  won: {
    get label() {
      return t`Dispute won`;
    },
    tone: "success",
  },
  lost: {
    get label() {
      return t`Dispute lost`;
    },
    tone: "error",
  },
  closed: {
    get label() {
      return t`Dispute closed`;
    },
    tone: "default",
  },
} satisfies Record<DisputeStatus, Look>;

/** Whether a dispute can still take money from the shop, or has done so. */
export function isCostly(dispute: DisputeStatus | null | undefined): dispute is DisputeStatus {
  return dispute != null && dispute !== "won" && dispute !== "closed";
}

export function DisputeChip({ status }: { status: DisputeStatus }) {
  const { label, tone } = disputeLooks[status];
  return <Chip size="small" variant="soft" label={label} color={tone} />;
}

export function PaymentChip({ status }: { status: PaymentStatus }) {
  const { label, tone } = paymentLooks[status];
  return <Chip size="small" variant="soft" label={label} color={tone} />;
}

/** Payment status of an order in a list, with chips for a dispute and for test mode. */
export function PaymentChips({
  paymentStatus,
  testMode,
  type,
  dispute,
}: {
  paymentStatus: PaymentStatus;
  dispute?: DisputeStatus | null;
  testMode: boolean;
  type: OrderType;
}) {
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: "wrap" }}>
      <PaymentChip status={paymentStatus} />
      {isCostly(dispute) && <DisputeChip status={dispute} />}
      {testMode && <Chip size="small" variant="outlined" label={t`Test`} />}
      {type === "donation" && <Chip size="small" variant="outlined" label={t`Donation`} />}
    </Stack>
  );
}

export function FulfillmentChip({ status }: { status: FulfillmentStatus }) {
  const { label, tone } = fulfillmentLooks[status];
  return <Chip size="small" variant="soft" label={label} color={tone} />;
}
