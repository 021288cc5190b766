import type { OwnOrder } from "@/shared/api/types";

const payment: Readonly<Record<string, string>> = {
  AWAITING_PAYMENT: "Waiting for payment",
  FAILED: "Payment failed",
  REFUNDED: "Refunded",
};
const fulfillment: Readonly<Record<string, string>> = {
  PENDING: "Being prepared",
  FULFILLED: "Sent",
  CANCELED: "Canceled",
};

/** How an order stands, in a few words. */
export function orderState(order: Pick<OwnOrder, "paymentStatus" | "fulfillmentStatus">): string {
  if (order.fulfillmentStatus === "CANCELED") return "Canceled";
  return payment[order.paymentStatus] ?? fulfillment[order.fulfillmentStatus] ?? "Being prepared";
}
