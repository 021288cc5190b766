import type { OwnOrder } from "@/shared/api/types";

const payment: Readonly<Partial<Record<OwnOrder["paymentStatus"], string>>> = {
  AWAITING_PAYMENT: "Waiting for payment",
  FAILED: "Payment failed",
  REFUNDED: "Refunded",
};
const handedOver: Readonly<Partial<Record<OwnOrder["handover"], string>>> = {
  delivery: "Shipped",
  pickup: "Ready for pickup",
};

/** Short status text of an order. */
export function orderStatusText(order: Pick<OwnOrder, "paymentStatus" | "fulfillmentStatus" | "handover">): string {
  if (order.fulfillmentStatus === "CANCELED") return "Canceled";
  const isDone = order.fulfillmentStatus === "FULFILLED";
  return payment[order.paymentStatus] ?? (isDone ? (handedOver[order.handover] ?? "Completed") : "Being prepared");
}
