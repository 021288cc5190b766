import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };

it("lists taxes and saves that prices include them", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/taxes");
  const row = await screen.findByRole("row", { name: /Sales tax/ }, patience);
  for (const text of ["United States, NC", "7.25%", "Active"]) expect(within(row).getByText(text)).toBeVisible();
  await user.click(await screen.findByRole("switch", { name: "Prices include tax" }));
  await write(user, screen.getByRole("textbox", { name: "Your tax ID" }), "DE123456789");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.storeSettings).toMatchObject({
    pricesIncludeTax: true,
    minimumSubtotalCents: 0,
    taxId: "DE123456789",
    revision: 2,
  });
});

it("has a plugin calculate the taxes", async () => {
  const user = userEvent.setup();
  const plugin = { version: "1.0.0", health: "ok" as const, failing: [], summary: "", enabled: true };
  backEnd.plugins.push({ ...plugin, id: "acme.vat", name: "Acme VAT", kinds: ["tax-provider"] });
  renderApp("/sites/w-juniper/taxes");
  await user.click(await screen.findByRole("combobox", { name: "Calculated by" }, patience));
  await user.click(await screen.findByRole("option", { name: "Acme VAT" }));
  await user.click(await screen.findByRole("combobox", { name: "While the plugin does not answer" }));
  await user.click(await screen.findByRole("option", { name: "Use the taxes below" }));
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.storeSettings.taxes).toEqual({ plugin: "acme.vat", ownRatesOnFailure: true, taxIdField: "" });
});

it("saves a rate in basis points", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/taxes/t-state");
  const rate = await screen.findByLabelText("Rate", {}, patience);
  await user.clear(rate);
  await user.type(rate, "7,5");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Tax saved", {}, patience)).toBeVisible();
  expect(backEnd.taxes[0]).toMatchObject({ rateBasisPoints: 750, region: "NC" });
});

it("reports a conflict, and discards changes", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/taxes/t-state");
  const name = await screen.findByLabelText("Name on the invoice", {}, patience);
  backEnd.taxes = backEnd.taxes.map((tax) => ({ ...tax, revision: tax.revision + 1 }));
  await user.type(name, " II");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText(/Someone else has saved this tax/, {}, patience)).toBeVisible();
  expect(name).toHaveValue("Sales tax II");
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(name).toHaveValue("Sales tax");
  expect(screen.queryByText(/Someone else has saved this tax/)).toBeNull();
});

it("returns to the list after deleting a tax", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/taxes/t-state");
  await user.click(await screen.findByRole("button", { name: "Delete" }, patience));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("No taxes yet", {}, patience)).toBeVisible();
});

it("searches and sorts a long list", async () => {
  const user = userEvent.setup();
  const [first] = backEnd.taxes;
  if (first === undefined) throw new Error("no tax to copy");
  backEnd.taxes = [
    { ...first, id: "t-1", label: "Alpha", region: "TX", rateBasisPoints: 800 },
    { ...first, id: "t-2", label: "Beta", region: "CA", rateBasisPoints: 300 },
    { ...first, id: "t-3", label: "Gamma", country: "FR", region: "", rateBasisPoints: 2000 },
  ];
  renderApp("/sites/w-juniper/taxes");
  const table = await screen.findByRole("table", { name: "Taxes" }, patience);
  const names = () =>
    within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => /Alpha|Beta|Gamma/.exec(row.textContent)?.[0]);
  expect(names()).toEqual(["Gamma", "Beta", "Alpha"]);
  await user.click(within(table).getByRole("button", { name: /^Rate/ }));
  expect(names()).toEqual(["Gamma", "Alpha", "Beta"]);
  const search = screen.getByRole("searchbox", { name: "Search name or place" });
  await write(user, search, "united tx");
  await expect.poll(names, patience).toEqual(["Alpha"]);
  await user.clear(search);
  await write(user, search, "nowhere");
  expect(await screen.findByText("No taxes found", {}, patience)).toBeVisible();
});
