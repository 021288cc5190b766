import Chip from "@mui/material/Chip";
import type { Answer } from "../api/types";

type OrderSummary = Answer<"/api/v1/websites/{websiteId}/orders", "get">["orders"][number];
type PaymentStatus = OrderSummary["paymentStatus"];
type FulfillmentStatus = OrderSummary["fulfillmentStatus"];

type Tone = "default" | "success" | "warning" | "error" | "info";

export const paymentLooks: Record<PaymentStatus, { label: string; tone: Tone }> = {
  AWAITING_PAYMENT: { label: "Awaiting payment", tone: "warning" },
  PAID: { label: "Paid", tone: "success" },
  FAILED: { label: "Payment failed", tone: "error" },
  REFUNDED: { label: "Refunded", tone: "default" },
  PARTIALLY_REFUNDED: { label: "Partly refunded", tone: "info" },
};

export const fulfillmentLooks: Record<FulfillmentStatus, { label: string; tone: Tone }> = {
  PENDING: { label: "To fulfil", tone: "warning" },
  FULFILLED: { label: "Fulfilled", tone: "success" },
  CANCELED: { label: "Canceled", tone: "default" },
};

export function PaymentChip({ status }: { status: PaymentStatus }) {
  const { label, tone } = paymentLooks[status];
  return <Chip size="small" variant="soft" label={label} color={tone} />;
}

export function FulfillmentChip({ status }: { status: FulfillmentStatus }) {
  const { label, tone } = fulfillmentLooks[status];
  return <Chip size="small" variant="soft" label={label} color={tone} />;
}
