import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };

it("edits the billing address including the country, and shows field errors", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Edit billing address" }, patience));
  const dialog = within(await screen.findByRole("dialog", { name: "Billing address" }));
  await user.clear(dialog.getByLabelText("Street and number"));
  await write(user, dialog.getByLabelText("Street and number"), "4 Kiln Alley");
  await user.click(dialog.getByRole("combobox", { name: "Country" }));
  await user.click(await screen.findByRole("option", { name: "Japan" }));
  await user.click(dialog.getByRole("button", { name: "Save address" }));
  expect(await dialog.findByText(/^This address is taxed differently from/, {}, patience)).toBeVisible();
  await user.type(dialog.getByLabelText("Prefecture"), " 26");
  await user.click(dialog.getByRole("combobox", { name: "Country" }));
  await user.click(await screen.findByRole("option", { name: "Germany" }));
  expect(dialog.queryByLabelText(/Prefecture|State/)).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Save address" }));
  expect(await screen.findByText("Billing address changed.", {}, patience)).toBeVisible();
  expect(backEnd.orders[0]?.billingAddress).toMatchObject({ line1: "4 Kiln Alley", region: "", country: "DE" });
  expect(backEnd.orders[0]?.shippingAddress?.line1).not.toBe("4 Kiln Alley");
});

it("changes the e-mail address", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/orders/o-0");
  await user.click(await screen.findByRole("button", { name: "Edit e-mail" }, patience));
  const dialog = within(await screen.findByRole("dialog", { name: "E-mail address" }));
  const field = dialog.getByLabelText("E-mail");
  await user.clear(field);
  await write(user, field, "ada@loom.org");
  await user.click(dialog.getByRole("button", { name: "Save address" }));
  expect(await screen.findByText("E-mail address changed.", {}, patience)).toBeVisible();
  expect(backEnd.orders[0]?.customerEmail).toBe("ada@loom.org");
});

it("offers neither for an erased customer", async () => {
  backEnd.orders = backEnd.orders.map((order) => ({ ...order, customerEmail: "", customerName: "" }));
  renderApp("/sites/w-juniper/orders/o-0");
  expect(await screen.findByRole("heading", { name: "Customer" }, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Edit e-mail" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Edit billing address" })).toBeNull();
});
