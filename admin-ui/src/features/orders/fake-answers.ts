import { http, HttpResponse } from "msw";
import type { Answer, RequestOf } from "@/shared/api/types";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { on, paged, refuse, sorted } from "@/testing/route";

const list = "/api/v1/websites/{websiteId}/orders";
const one = `${list}/{orderId}` as const;

type Order = Answer<typeof one, "get">;
type Payment = Order["payments"][number];
type Refund = Order["refunds"][number];
type TimelineEntry = Order["timeline"][number];
type Wish = RequestOf<`${typeof one}/refund/preview`, "post">;
type Preview = Answer<`${typeof one}/refund/preview`, "post">;

function orderOf(id: string): Order {
  return backEnd.orders.find((order) => order.id === id) ?? refuse(404, "not-found", "Not found");
}

/** Stores a changed order with a history entry. */
function keep(order: Order, kind: TimelineEntry["kind"], message: string): Order {
  const entry: TimelineEntry = { at: Date.now(), kind, message, actor: "acc_owner", actorName: "Robin Hale" };
  const changed = { ...order, timeline: [...order.timeline, entry] };
  backEnd.orders = backEnd.orders.map((candidate) => (candidate.id === order.id ? changed : candidate));
  return changed;
}

function pieces(asked: { orderItemId: string; quantity: number }[] | undefined, id: string): number {
  return asked?.find(({ orderItemId }) => orderItemId === id)?.quantity ?? 0;
}

function previewOf(order: Order, wish: Wish): Preview {
  const items = order.items.map((item) => {
    const quantity = pieces(wish.items, item.id);
    const refundableQuantity = item.quantity - item.refundedQuantity;
    return { orderItemId: item.id, quantity, refundableQuantity, amountCents: quantity * item.unitPriceCents };
  });
  const shippingCents = wish.shippingCents ?? 0;
  const named = items.reduce((sum, item) => sum + item.amountCents, shippingCents);
  return {
    items,
    shippingCents,
    shippingRefundableCents: order.shippingCents,
    amountCents: Math.min(named, order.refundableCents),
    refundableCents: order.refundableCents,
  };
}

function isDisputed({ dispute }: Order, wanted: string | null): boolean {
  if (wanted === null) return true;
  const isOpen = dispute === "needs-response" || dispute === "under-review";
  return wanted === "any" ? dispute != null : wanted === "open" ? isOpen : dispute === wanted;
}

export const handlers = [
  on("get", list, ({ request, path, query }) => {
    authorise(request, "orders", "read");
    const words = (query.get("query") ?? "").toLowerCase();
    const fitting = (path.websiteId === "w-juniper" ? backEnd.orders : []).filter(
      (order) =>
        (query.get("fulfillmentStatus") ?? order.fulfillmentStatus) === order.fulfillmentStatus &&
        (query.get("paymentStatus") ?? order.paymentStatus) === order.paymentStatus &&
        (query.get("donations") ?? String(order.type === "donation")) === String(order.type === "donation") &&
        isDisputed(order, query.get("dispute")) &&
        (query.get("testMode") ?? String(order.testMode)) === String(order.testMode) &&
        `${order.number} ${order.customerName} ${order.customerEmail}`.toLowerCase().includes(words),
    );
    const shown = sorted(fitting, query, {
      number: ({ number }) => number,
      total: ({ grandTotalCents }) => grandTotalCents,
      customer: ({ customerName }) => customerName.toLowerCase(),
    });
    const { items, ...more } = paged(shown, query);
    return { orders: items, ...more };
  }),
  on("get", one, ({ request, path }) => {
    authorise(request, "orders", "read");
    return orderOf(path.orderId);
  }),
  on("post", `${one}/fulfill`, async ({ request, path }) => {
    authorise(request, "orders", "write");
    const order = orderOf(path.orderId);
    if (order.paymentStatus !== "PAID" || order.fulfillmentStatus !== "PENDING") {
      return refuse(409, "order-not-fulfillable", "The order is not paid.");
    }
    const given = (await request.json()) as RequestOf<`${typeof one}/fulfill`, "post">;
    const createdOn = Date.now();
    const parcel = {
      id: `f-${createdOn}`,
      items: given.items ?? [],
      trackingNumber: given.trackingNumber ?? "",
      carrier: given.carrier ?? "",
      trackingUrl: given.trackingUrl ?? "",
      createdOn,
    };
    const items = order.items.map((item) => ({
      ...item,
      fulfilledQuantity: item.fulfilledQuantity + pieces(given.items, item.id),
      sendableQuantity: item.sendableQuantity - pieces(given.items, item.id),
    }));
    const isAll = items.every((item) => item.fulfilledQuantity >= item.quantity);
    const fulfillmentStatus = isAll ? "FULFILLED" : "PENDING";
    const sent = order.items.filter(({ id }) => pieces(given.items, id) > 0);
    const message = `Fulfilled: ${sent.map(({ id, productName }) => `${pieces(given.items, id)} × ${productName}`).join(", ")}.`;
    return keep(
      { ...order, items, fulfillmentStatus, fulfillments: [...order.fulfillments, parcel] },
      "fulfilled",
      message,
    );
  }),
  on("post", `${one}/refund/preview`, async ({ request, path }) => {
    authorise(request, "orders", "write");
    return previewOf(orderOf(path.orderId), (await request.json()) as Wish);
  }),
  on("post", `${one}/refund`, async ({ request, path }) => {
    authorise(request, "orders", "write");
    const order = orderOf(path.orderId);
    const given = (await request.json()) as RequestOf<`${typeof one}/refund`, "post">;
    const amountCents = given.amountCents ?? previewOf(order, given).amountCents;
    if (amountCents > order.refundableCents) {
      const left = `$${(order.refundableCents / 100).toFixed(2)}`;
      return refuse(409, "conflict", `At most ${left} of this payment can still be refunded.`);
    }
    const createdOn = Date.now();
    const refund: Refund = {
      id: `r-${createdOn}`,
      paymentId: order.payments[0]?.id ?? "",
      status: "succeeded",
      amountCents,
      shippingCents: given.shippingCents ?? 0,
      items: (given.items ?? []).map((line) => ({ ...line, amountCents: 0 })),
      reason: given.reason ?? "",
      restock: given.restock ?? false,
      message: null,
      actor: "acc_owner",
      actorName: "Robin Hale",
      createdOn,
      settledOn: createdOn,
    };
    const refundableCents = order.refundableCents - amountCents;
    const changed = keep(
      {
        ...order,
        items: order.items.map((item) => ({
          ...item,
          refundedQuantity: item.refundedQuantity + pieces(given.items, item.id),
        })),
        refunds: [...order.refunds, refund],
        refundedCents: order.refundedCents + amountCents,
        refundableCents,
        paymentStatus: refundableCents === 0 ? "REFUNDED" : "PARTIALLY_REFUNDED",
      },
      "refunded",
      `$${(amountCents / 100).toFixed(2)} was refunded.`,
    );
    return { refund, order: changed };
  }),
  on("post", `${one}/cancel`, ({ request, path }) => {
    authorise(request, "orders", "write");
    const order = orderOf(path.orderId);
    if (order.fulfillmentStatus !== "PENDING")
      return refuse(409, "conflict", "The order has been fulfilled. Refund it instead.");
    const money = { refundedCents: order.refundedCents + order.refundableCents, refundableCents: 0 };
    return keep({ ...order, ...money, fulfillmentStatus: "CANCELED" }, "canceled", "The order was canceled.");
  }),
  on("post", `${one}/payments/{paymentId}/capture`, ({ request, path }) => {
    authorise(request, "orders", "write");
    const order = orderOf(path.orderId);
    const payments = order.payments.map((payment): Payment =>
      payment.id === path.paymentId ? { ...payment, status: "captured", capturedCents: payment.amountCents } : payment,
    );
    return keep({ ...order, payments, paymentStatus: "PAID", heldUntil: null }, "payment", "The order was paid.");
  }),
  on("post", `${one}/payments/{paymentId}/ask`, ({ request, path }) => {
    authorise(request, "orders", "write");
    return orderOf(path.orderId);
  }),
  on("post", `${one}/payments/{paymentId}/give-up`, ({ request, path }) => {
    authorise(request, "orders", "write");
    const order = orderOf(path.orderId);
    const payments = order.payments.map((payment): Payment =>
      payment.id === path.paymentId ? { ...payment, status: "expired" } : payment,
    );
    return keep(
      { ...order, payments, paymentStatus: "FAILED" },
      "payment",
      "The payment was marked as failed: its outcome is unknown.",
    );
  }),
  on("get", `${one}/saved-payment-methods`, ({ request, path }) => {
    authorise(request, "orders", "read");
    const isUnpaid = ["AWAITING_PAYMENT", "FAILED"].includes(orderOf(path.orderId).paymentStatus);
    return { methods: isUnpaid ? backEnd.chargeableMethods : [] };
  }),
  on("post", `${one}/charge`, async ({ request, path }) => {
    authorise(request, "orders", "write");
    const order = orderOf(path.orderId);
    const { savedMethodId } = (await request.json()) as RequestOf<`${typeof one}/charge`, "post">;
    const method = backEnd.chargeableMethods.find(({ id }) => id === savedMethodId);
    if (method?.label.endsWith("9995") === true) {
      return refuse(409, "conflict", "The payment provider declined the charge: The card has insufficient funds.");
    }
    return keep({ ...order, paymentStatus: "PAID" }, "payment", "The order was paid.");
  }),
  on("get", `${one}/payment-messages`, ({ request }) => {
    authorise(request, "orders", "read");
    return { messages: [] };
  }),
  on("post", `${one}/resend`, ({ request, path }) => {
    authorise(request, "orders", "publish");
    const order = orderOf(path.orderId);
    return keep(order, "mail", `An e-mail was sent to ${order.customerEmail}: Your order #${order.number}`);
  }),
  on("post", `${one}/notes`, async ({ request, path }) => {
    authorise(request, "orders", "write");
    const { text } = (await request.json()) as RequestOf<`${typeof one}/notes`, "post">;
    return keep(orderOf(path.orderId), "note", text);
  }),
  on("put", `${one}/shipping-address`, async ({ request, path }) => {
    authorise(request, "orders", "write");
    const shippingAddress = (await request.json()) as RequestOf<`${typeof one}/shipping-address`, "put">;
    return keep({ ...orderOf(path.orderId), shippingAddress }, "edited", "The delivery address was changed.");
  }),
  on("put", `${one}/billing-address`, async ({ request, path }) => {
    authorise(request, "orders", "write");
    const billingAddress = (await request.json()) as RequestOf<`${typeof one}/billing-address`, "put">;
    if (billingAddress.country === "JP") {
      const message =
        "This address is taxed differently from the one in the order. Choose an address with the same tax, or cancel the order and ask the customer to order again.";
      return refuse(400, "validation-failed", message, { errors: { country: message } });
    }
    const { firstName, lastName, line1 } = billingAddress;
    const billingAddressLines = [`${firstName} ${lastName}`, line1 ?? ""];
    return keep(
      { ...orderOf(path.orderId), billingAddress, billingAddressLines },
      "edited",
      "The billing address was changed.",
    );
  }),
  on("put", `${one}/email`, async ({ request, path }) => {
    authorise(request, "orders", "write");
    const { email } = (await request.json()) as RequestOf<`${typeof one}/email`, "put">;
    if (!email.includes("@"))
      return refuse(400, "validation-failed", "Email is invalid", { errors: { email: "Email is invalid" } });
    return keep({ ...orderOf(path.orderId), customerEmail: email }, "edited", "The e-mail address was changed.");
  }),
  http.get("*/orders.csv", () => new HttpResponse("Order\r\n1\r\n", { headers: { "Content-Type": "text/csv" } })),
  http.get(
    "*/orders/:orderId/:paper",
    ({ params }) =>
      new HttpResponse(`<h1>${String(params["paper"])}</h1>`, { headers: { "Content-Type": "text/html" } }),
  ),
];
