import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import type { Order } from "../api";

const patience = { timeout: 10_000 };

function changeFirst(
  order: { paymentStatus: Order["paymentStatus"]; heldUntil?: number; dispute?: "needs-response" },
  payment: object,
): void {
  backEnd.orders = backEnd.orders.map((own, index) =>
    index === 0 ? { ...own, ...order, payments: own.payments.map((paid) => ({ ...paid, ...payment })) } : own,
  );
}

it("captures an authorized payment, and shows its expiry", async () => {
  const user = userEvent.setup();
  changeFirst(
    { paymentStatus: "AUTHORIZED" },
    { status: "authorised", captureMode: "by-hand", captureBefore: Date.now() },
  );
  renderApp("/sites/w-juniper/orders/o-0");
  expect(await screen.findByText(/The payment is authorized but not captured/, {}, patience)).toBeVisible();
  expect(screen.getByText("Card · Authorized")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Mark as fulfilled" })).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Capture / }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Capture payment" }));
  expect(await screen.findByText("The order is paid.", {}, patience)).toBeVisible();
  expect(backEnd.orders[0]?.paymentStatus).toBe("PAID");
});

it("marks a bank transfer as received", async () => {
  const user = userEvent.setup();
  changeFirst({ paymentStatus: "AWAITING_PAYMENT", heldUntil: Date.now() }, { status: "pending", isByHand: true });
  renderApp("/sites/w-juniper/orders/o-0");
  expect(await screen.findByText(/The items are reserved until/, {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Mark as paid" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Mark as paid" }));
  expect(await screen.findByText("The order is paid.", {}, patience)).toBeVisible();
  expect(backEnd.orders[0]?.payments[0]?.status).toBe("captured");
});

it("ships cash-on-delivery orders before payment", async () => {
  changeFirst({ paymentStatus: "AWAITING_PAYMENT" }, { status: "pending", isByHand: true, isOnDelivery: true });
  renderApp("/sites/w-juniper/orders/o-0");
  expect(await screen.findByText(/The customer pays on delivery/, {}, patience)).toBeVisible();
  expect(screen.getByRole("button", { name: "Mark as fulfilled" })).toBeVisible();
});

it("asks the provider about an unknown payment, and cancels it after confirmation", async () => {
  const user = userEvent.setup();
  changeFirst({ paymentStatus: "AWAITING_PAYMENT" }, { status: "unknown" });
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Check now" }, patience));
  expect(await screen.findByText("The provider has still not confirmed this payment.", {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Mark as failed" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Mark as failed" }));
  expect(await screen.findByText(/Payment marked as failed/, {}, patience)).toBeVisible();
  expect(backEnd.orders[0]?.payments[0]?.status).toBe("expired");
});

it("shows a dispute, and warns before a refund", async () => {
  const user = userEvent.setup();
  const dispute = {
    id: "dp_1",
    status: "needs-response",
    amountCents: 6160,
    currency: "USD",
    reason: "product_not_received",
    respondBy: Date.now() + 86_400_000,
    createdOn: Date.now(),
    updatedOn: Date.now(),
  };
  changeFirst({ paymentStatus: "PAID", dispute: "needs-response" }, { disputes: [dispute] });
  renderApp("/sites/w-juniper/orders/o-0");
  const disputes = within(await screen.findByRole("list", { name: "Disputes" }, patience));
  expect(disputes.getByText(/Dispute: answer needed · .*61\.60/)).toBeVisible();
  expect(disputes.getByText(/Answer at the payment provider before/)).toBeVisible();
  expect(disputes.getByText(/Reason: product not received/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Refund" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/must not be refunded as well/)).toBeVisible();
});

function savedMethod(id: string, digits: string, expiresOn: number | null = null) {
  return { id, provider: "stoa.testcard", label: `Card ending in ${digits}`, expiresOn, testMode: true };
}

// spec: orders.saved-charge
it("charges a saved payment method, and says why another one was declined", async () => {
  const user = userEvent.setup();
  changeFirst({ paymentStatus: "FAILED" }, { status: "declined" });
  backEnd.chargeableMethods = [savedMethod("spm-1", "9995"), savedMethod("spm-2", "4242")];
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Charge saved payment method" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("radio", { name: "Card ending in 9995" })).toBeChecked();
  await user.click(dialog.getByRole("button", { name: /^Charge / }));
  expect(await dialog.findByText(/The card has insufficient funds/, {}, patience)).toBeVisible();
  await user.click(dialog.getByRole("radio", { name: "Card ending in 4242" }));
  expect(dialog.queryByText(/The card has insufficient funds/)).toBeNull();
  await user.click(dialog.getByRole("button", { name: /^Charge / }));
  expect(await screen.findByText("The order is paid.", {}, patience)).toBeVisible();
  expect(backEnd.orders[0]?.paymentStatus).toBe("PAID");
  expect(screen.queryByRole("button", { name: "Charge saved payment method" })).toBeNull();
});

it("says in which month a saved card expires", async () => {
  changeFirst({ paymentStatus: "FAILED" }, { status: "declined" });
  backEnd.chargeableMethods = [savedMethod("spm-1", "4242", Date.UTC(2031, 0, 1) - 1)];
  renderApp("/sites/w-juniper/orders/o-0");
  await userEvent.setup().click(await screen.findByRole("button", { name: "Charge saved payment method" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("radio", { name: "Card ending in 4242, expires 12/2030" })).toBeChecked();
});

it("offers no charge for a paid order, or without saved payment methods", async () => {
  backEnd.chargeableMethods = [savedMethod("spm-1", "4242")];
  changeFirst({ paymentStatus: "PAID" }, { status: "captured" });
  const paid = renderApp("/sites/w-juniper/orders/o-0");
  expect(await screen.findByText("Payments", {}, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Charge saved payment method" })).toBeNull();
  paid.view.unmount();
  backEnd.chargeableMethods = [];
  changeFirst({ paymentStatus: "FAILED" }, { status: "declined" });
  renderApp("/sites/w-juniper/orders/o-0");
  expect(await screen.findByText("Payments", {}, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Charge saved payment method" })).toBeNull();
});
