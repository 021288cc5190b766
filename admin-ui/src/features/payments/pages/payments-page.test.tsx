import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };

it("moves bank transfer to the top and renames it", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/payments");
  await user.click(await screen.findByRole("switch", { name: "Offer Bank transfer" }, patience));
  await user.click(screen.getByRole("button", { name: "Move Bank transfer up" }));
  await user.type(screen.getByLabelText("Name of Bank transfer at checkout"), "Giro");
  expect(screen.getByText("Suspended after errors")).toBeVisible();
  expect(screen.getByText("Manual payments, for customers in DE")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Payments saved", {}, patience)).toBeVisible();
  expect(backEnd.paymentSettings.methods.map(({ method, enabled, label }) => [method, enabled, label])).toEqual([
    ["bank-transfer", true, "Giro"],
    ["card", true, null],
  ]);
});

// spec: checkout.saved-payment-methods
it("lets the owner decide whether customers can save a method that can be saved", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/payments");
  const saves = await screen.findByRole("switch", { name: "Customers can save Bank transfer" }, patience);
  expect(saves).toBeChecked();
  expect(screen.queryByRole("switch", { name: "Customers can save Test card" })).toBeNull();
  await user.click(saves);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Payments saved", {}, patience)).toBeVisible();
  expect(backEnd.paymentSettings.methods.map(({ method, saves: isOn }) => [method, isOn])).toEqual([
    ["card", true],
    ["bank-transfer", false],
  ]);
});

it("keeps the focus on the button that moved a method to the end", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/payments");
  const up = await screen.findByRole("button", { name: "Move Bank transfer up" }, patience);
  await user.click(up);
  expect(up).toHaveFocus();
  expect(up).toHaveAttribute("aria-disabled", "true");
  await user.click(up);
  const names = screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(names[0]).toBe("Bank transfer");
});

it("warns about an offered method that is not configured", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/payments");
  const offer = await screen.findByRole("switch", { name: "Offer Bank transfer" }, patience);
  expect(screen.queryByText(/^Manual payments is not set up yet/)).toBeNull();
  await user.click(offer);
  expect(screen.getByText(/^Manual payments is not set up yet/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Set up Manual payments" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Account number"), "DE02");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByText(/^Manual payments is not set up yet/)).toBeNull(), patience);
});

it("saves the capture mode, and requires a limit for bank transfers", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/payments");
  const days = await screen.findByLabelText("Days to wait for a bank transfer", {}, patience);
  await user.clear(days);
  await user.type(days, "900");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter a number of days, 90 at most")).toBeVisible();
  await user.clear(days);
  await user.type(days, "10");
  await user.click(screen.getByRole("switch", { name: "Test mode" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Payments saved", {}, patience)).toBeVisible();
  expect(backEnd.paymentSettings).toMatchObject({ testMode: false, transferHoldHours: 240, revision: 2 });
});

// spec: editor.label.connect
it("shows that a provider is unavailable, and keeps the input", async () => {
  server.use(http.put("*/payment-providers/*", () => HttpResponse.json({}, { status: 502 })));
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/payments");
  await user.click(await screen.findByRole("button", { name: "Set up Manual payments" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Account number"), "DE02");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Unable to connect. Please try again", {}, patience)).toBeVisible();
  expect(dialog.getByLabelText("Account number")).toHaveValue("DE02");
});

it("configures a provider", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/payments");
  await user.click(await screen.findByRole("button", { name: "Set up Manual payments" }, patience));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Account number"), "DE02");
  const days = within(dialog).getByLabelText("Days to pay");
  expect(days).toHaveValue("7");
  await user.clear(days);
  await user.type(days, "0");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await within(dialog).findByText("At least 1")).toBeVisible();
  await user.clear(days);
  await user.type(days, "14");
  expect(within(dialog).queryByLabelText("Key")).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Manual payments saved", {}, patience)).toBeVisible();
  // Numbers are sent as such, and secrets not at all.
  expect(backEnd.paymentSettings.providers[1]?.settings).toEqual({ accountNumber: "DE02", days: 14 });
});
