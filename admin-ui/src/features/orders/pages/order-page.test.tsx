import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("fulfils an order with tracking and shows it", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Mark as fulfilled" }, patience));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Carrier"), "USPS");
  await user.type(within(dialog).getByLabelText("Tracking number"), "9400");
  await user.click(within(dialog).getByRole("button", { name: "Fulfil order" }));
  expect(await screen.findByText("USPS · 9400", {}, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Mark as fulfilled" })).toBeNull();
  expect(backEnd.orders[0]?.fulfillmentStatus).toBe("FULFILLED");
});

it("says in the dialog why an order cannot be fulfilled", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/orders/o-1");
  await user.click(await screen.findByRole("button", { name: "Mark as fulfilled" }, patience));
  backEnd.orders = backEnd.orders.map((order) => ({ ...order, fulfillmentStatus: "CANCELED" }));
  await user.click(await screen.findByRole("button", { name: "Fulfil order" }));
  expect(await screen.findByText(/cannot be fulfilled/, {}, patience)).toBeVisible();
});

it("refuses a tracking link that is no link before asking the server", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Mark as fulfilled" }, patience));
  await user.type(screen.getByLabelText("Tracking link"), "javascript:alert(1)");
  await user.click(screen.getByRole("button", { name: "Fulfil order" }));
  expect(await screen.findByText(/Links must be formatted/)).toBeVisible();
  expect(backEnd.orders[0]?.fulfillmentStatus).toBe("PENDING");
});
