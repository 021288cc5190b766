import { screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

const wide = window.matchMedia;
afterEach(() => {
  window.matchMedia = wide;
});

function onPhone() {
  window.matchMedia = (query) => ({ ...wide(query), matches: /max-width:\s*599/.test(query) });
}

it.each([
  ["Orders", "/sites/w-juniper/orders"],
  ["Recent orders", "/sites/w-juniper"],
])("shows the payment status on a phone: %s", async (label, address) => {
  onPhone();
  const [order] = backEnd.orders;
  backEnd.orders = [{ ...order!, paymentStatus: "AWAITING_PAYMENT", testMode: true }];
  renderApp(address);
  const list = within(await screen.findByRole("list", { name: label }, patience));
  expect(list.getByText("Awaiting payment")).toBeVisible();
  expect(list.getByText("Test")).toBeVisible();
});

it("lists orders whose payment is disputed", async () => {
  const [first, ...rest] = backEnd.orders;
  backEnd.orders = [{ ...first!, dispute: "needs-response" }, ...rest.map((order) => ({ ...order, dispute: null }))];
  renderApp("/sites/w-juniper/orders?dispute=open");
  const rows = await screen.findAllByRole("row", {}, patience);
  expect(rows).toHaveLength(2);
  expect(screen.getByText("Dispute: answer needed")).toBeVisible();
  expect(screen.getByText(`#${first!.number}`)).toBeVisible();
});
