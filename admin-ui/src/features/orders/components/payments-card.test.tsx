import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

function changeFirst(order: { paymentStatus: string; heldUntil?: number }, payment: object): void {
  backEnd.orders = backEnd.orders.map((own, index) =>
    index === 0 ? { ...own, ...order, payments: own.payments.map((paid) => ({ ...paid, ...payment })) } : own,
  );
}

it("takes money that was set aside, after saying until when it is there", async () => {
  const user = userEvent.setup();
  changeFirst({ paymentStatus: "AUTHORIZED" }, { status: "authorised", captureMode: "by-hand", captureBefore: Date.now() });
  renderApp("/sites/w-juniper/orders/o-0");
  expect(await screen.findByText(/The money is only set aside/, {}, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Mark as fulfilled" })).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Take / }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Take the money" }));
  expect(await screen.findByText("The order is paid.", {}, patience)).toBeVisible();
  expect(backEnd.orders[0]?.paymentStatus).toBe("PAID");
});

it("notes that a transfer arrived", async () => {
  const user = userEvent.setup();
  changeFirst({ paymentStatus: "AWAITING_PAYMENT", heldUntil: Date.now() }, { status: "pending", isByHand: true });
  renderApp("/sites/w-juniper/orders/o-0");
  expect(await screen.findByText(/The items are kept until/, {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Mark as paid" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Mark as paid" }));
  expect(await screen.findByText("The order is paid.", {}, patience)).toBeVisible();
  expect(backEnd.orders[0]?.payments[0]?.status).toBe("captured");
});

it("sends what is paid on delivery before the money is there", async () => {
  changeFirst({ paymentStatus: "AWAITING_PAYMENT" }, { status: "pending", isByHand: true, isOnDelivery: true });
  renderApp("/sites/w-juniper/orders/o-0");
  expect(await screen.findByText(/The customer pays on delivery/, {}, patience)).toBeVisible();
  expect(screen.getByRole("button", { name: "Mark as fulfilled" })).toBeVisible();
});

it("asks for a payment nobody knows the end of, and gives it up after a question", async () => {
  const user = userEvent.setup();
  changeFirst({ paymentStatus: "AWAITING_PAYMENT" }, { status: "unknown" });
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Ask now" }, patience));
  expect(await screen.findByText("The provider still gives no clear answer.", {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Give up" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Give up" }));
  expect(await screen.findByText(/The payment is given up/, {}, patience)).toBeVisible();
  expect(backEnd.orders[0]?.payments[0]?.status).toBe("expired");
});
