import type { OwnOrder } from "@/shared/api/types";

const payment: Readonly<Record<string, string>> = {
  AWAITING_PAYMENT: "Waiting for payment",
  FAILED: "Payment failed",
  REFUNDED: "Refunded",
};
const handedOver: Readonly<Record<string, string>> = {
  delivery: "Sent",
  pickup: "Ready to be picked up",
};

/** How an order stands, in a few words. */
export function orderState(order: Pick<OwnOrder, "paymentStatus" | "fulfillmentStatus" | "handover">): string {
  if (order.fulfillmentStatus === "CANCELED") return "Canceled";
  const isDone = order.fulfillmentStatus === "FULFILLED";
  return payment[order.paymentStatus] ?? (isDone ? (handedOver[order.handover] ?? "Completed") : "Being prepared");
}
