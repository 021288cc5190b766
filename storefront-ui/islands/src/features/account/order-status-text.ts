import type { OwnOrder } from "@/shared/api/types";
import { textOf } from "@/shared/text/messages";

const payment: Readonly<Partial<Record<OwnOrder["paymentStatus"], string>>> = {
  AWAITING_PAYMENT: textOf("account.awaitsPayment"),
  FAILED: textOf("account.paymentFailed"),
  REFUNDED: textOf("account.refunded"),
};
const handedOver: Readonly<Partial<Record<OwnOrder["handover"], string>>> = {
  delivery: textOf("account.shipped"),
  pickup: textOf("account.ready"),
};

/** Short status text of an order. */
export function orderStatusText(order: Pick<OwnOrder, "paymentStatus" | "fulfillmentStatus" | "handover">): string {
  if (order.fulfillmentStatus === "CANCELED") return textOf("account.canceled");
  const isDone = order.fulfillmentStatus === "FULFILLED";
  return (
    payment[order.paymentStatus] ??
    (isDone ? (handedOver[order.handover] ?? textOf("account.completed")) : textOf("account.preparing"))
  );
}
