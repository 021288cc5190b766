import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { showLanguage } from "@/shared/i18n/language";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

function csv(text: string): File {
  return new File([text], "stock.csv", { type: "text/csv" });
}

afterEach(() => act(() => showLanguage("en")));

async function open() {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/inventory/import");
  return { user, input: await screen.findByLabelText("CSV file", {}, patience) };
}

// spec: website.inventory-panel.open
it("previews the changes of a file, and lists invalid lines", async () => {
  const { user, input } = await open();
  await user.upload(input, csv("SKU,New stock\nMUG-10,9\nNO-SUCH,4\nMUG-14,40\nMUG-20,unlimited\n"));
  const changes = within(await screen.findByRole("table", { name: "Changes" }, patience));
  expect(changes.getByRole("row", { name: /MUG-10 3 .*9$/ })).toBeVisible();
  expect(changes.getByRole("row", { name: /MUG-20 0 .*not tracked$/ })).toBeVisible();
  expect(changes.queryByText("MUG-14")).toBeNull();
  expect(screen.getByText("Line 3, NO-SUCH: No variant has this SKU.")).toBeVisible();
  expect(backEnd.levels.find(({ sku }) => sku === "MUG-10")?.qtyInStock).toBe(3);
  expect(screen.getByLabelText("Reason")).toHaveValue("Import of stock.csv");
  await user.click(screen.getByRole("button", { name: "Update 2 variants" }));
  const list = within(await screen.findByRole("table", { name: "Inventory" }, patience));
  expect(within(list.getByRole("row", { name: /MUG-20/ })).getByText("Not tracked")).toBeVisible();
  expect(backEnd.stockChanges[0]?.change.note).toBe("Import of stock.csv");
});

it("says in the language of the admin why lines cannot be imported", async () => {
  await act(() => showLanguage("de"));
  renderApp("/sites/w-juniper/inventory/import");
  const input = await screen.findByLabelText("CSV-Datei", {}, patience);
  await userEvent.upload(input, csv("SKU,New stock\nNO-SUCH,4\n"));
  expect(await screen.findByText("Zeile 2, NO-SUCH: Keine Variante hat diese SKU.", {}, patience)).toBeVisible();
});

it("skips stock that has changed since the preview, and reports it", async () => {
  const { user, input } = await open();
  await user.upload(input, csv("SKU,New stock\nMUG-10,9\nMUG-14,41\n"));
  await screen.findByRole("table", { name: "Changes" }, patience);
  backEnd.levels = backEnd.levels.map((level) =>
    level.sku === "MUG-10" ? { ...level, qtyInStock: 2, revision: 2 } : level,
  );
  await user.click(screen.getByRole("button", { name: "Update 2 variants" }));
  expect(await screen.findByText("MUG-10: The stock has changed in the meantime.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Update \d/ })).toBeNull();
  expect(backEnd.levels.map(({ qtyInStock }) => qtyInStock)).toEqual([2, 41, 0]);
});

it("shows why a file cannot be read, and accepts another", async () => {
  const { user, input } = await open();
  await user.upload(input, csv("Name,Price\nMug,3\n"));
  expect(await screen.findByText(/must name the columns/)).toBeVisible();
  await user.upload(input, csv("SKU,New stock\nMUG-10,3\n"));
  expect(await screen.findByText("No changes found")).toBeVisible();
  expect(screen.queryByText(/must name the columns/)).toBeNull();
});

it("offers the formats of plugins beside CSV", async () => {
  const feed = { pluginId: "acme.feed", name: "feed", title: "Feed", pluginName: "Feeds", extension: "xml" };
  backEnd.catalogueFormats = [{ ...feed, exports: false, imports: true, products: false }];
  const { user } = await open();
  await user.click(await screen.findByRole("combobox", { name: "Format" }, patience));
  await user.click(await screen.findByRole("option", { name: "Feed" }));
  expect(screen.getByLabelText("File in the format Feed")).toHaveAttribute("accept", ".xml,.txt");
  expect(screen.getByText(/that the plugin Feeds reads\. At most 5,000 lines and 1 MB\./)).toBeVisible();
});
