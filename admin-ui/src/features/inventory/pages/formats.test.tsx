import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };
const feed = {
  pluginId: "stoa.merchantfeed",
  name: "merchant",
  title: "Product feed",
  pluginName: "Product feed",
  extension: "tsv",
  exports: true,
  imports: false,
  products: false,
};
const warehouse = { ...feed, name: "warehouse", title: "Stock of a warehouse", exports: false, imports: true };

// spec: plugins.catalogue-formats
it("exports products in the format of a plugin, or says why not", async () => {
  const user = userEvent.setup();
  backEnd.catalogueFormats = [feed, warehouse];
  backEnd.catalogueFileError = "The plugin took too long.";
  renderApp("/sites/w-juniper/inventory");
  await user.click(await screen.findByRole("button", { name: "Export products as…" }, patience));
  const menu = within(await screen.findByRole("menu"));
  expect(menu.queryByRole("menuitem", { name: "Stock of a warehouse" })).toBeNull();
  await user.click(menu.getByRole("menuitem", { name: "Product feed" }));
  expect(await screen.findByText("The plugin took too long.")).toBeVisible();
});

// spec: plugins.catalogue-formats
it("previews the stock of a file in the format of a plugin", async () => {
  const user = userEvent.setup();
  backEnd.catalogueFormats = [feed, warehouse];
  renderApp("/sites/w-juniper/inventory/import");
  await user.click(await screen.findByRole("combobox", { name: "Format" }, patience));
  await user.click(await screen.findByRole("option", { name: "Stock of a warehouse" }));
  const file = new File(["SKU\tNew stock\nMUG-10\t9\n"], "stock.tsv");
  await user.upload(screen.getByLabelText("File in the format Stock of a warehouse"), file);
  const changes = within(await screen.findByRole("table", { name: "Changes" }, patience));
  expect(changes.getByRole("row", { name: /MUG-10 3 .*9$/ })).toBeVisible();
});

it("offers CSV alone where no plugin has a format", async () => {
  renderApp("/sites/w-juniper/inventory");
  expect(await screen.findByRole("button", { name: "Export CSV" }, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Export products as…" })).toBeNull();
});
