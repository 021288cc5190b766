import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };
const table = {
  pluginId: "acme.table",
  name: "table",
  title: "Table of products",
  pluginName: "Tables",
  extension: "tsv",
  exports: false,
  imports: false,
  products: true,
};
const store = () => backEnd.products[0]?.collectionId ?? "";

async function open() {
  const user = userEvent.setup();
  backEnd.catalogueFormats = [table];
  renderApp(`/sites/w-juniper/products/${store()}/import`);
  return { user, input: await screen.findByLabelText("File in the format Table of products", {}, patience) };
}

const file = () => new File(["sku\tname\n"], "products.tsv");

// spec: plugins.products.import
it("shows what a file would change, and imports it", async () => {
  const known = backEnd.products[0];
  backEnd.productImport = {
    products: [
      {
        line: 2,
        name: "New bowl",
        productType: 1,
        variants: 1,
        changes: [],
        fields: { name: "New bowl" },
      },
      {
        line: 3,
        name: "Renamed",
        itemId: known?.id ?? "",
        revision: known?.revision ?? 0,
        productType: 1,
        variants: 2,
        changes: ["name", "prices"],
        fields: { name: "Renamed" },
      },
    ],
    badRows: [{ line: 4, sku: "X-1", reason: "The SKU is missing.", reasonText: null }],
    unchanged: 1,
  };
  const { user, input } = await open();
  await user.upload(input, file());
  const changes = within(await screen.findByRole("table", { name: "Changes" }, patience));
  expect(changes.getByRole("row", { name: /New bowl.*New product/ })).toBeVisible();
  expect(changes.getByRole("row", { name: /Renamed.*Name, Prices/ })).toBeVisible();
  expect(screen.getByText("Line 4, X-1: The SKU is missing.")).toBeVisible();
  expect(backEnd.products.some(({ name }) => name === "New bowl")).toBe(false);
  await user.click(screen.getByRole("button", { name: "Import 2 products" }));
  expect(await screen.findByText("2 products imported", {}, patience)).toBeVisible();
  expect(backEnd.products.map(({ name }) => name)).toEqual(expect.arrayContaining(["New bowl", "Renamed"]));
});

it("keeps what could not be saved, and says why", async () => {
  const known = backEnd.products[0];
  backEnd.productImport = {
    products: [
      {
        line: 2,
        name: "Stale",
        itemId: known?.id ?? "",
        revision: (known?.revision ?? 0) + 7,
        productType: 1,
        variants: 1,
        changes: ["name"],
        fields: { name: "Stale" },
      },
    ],
    badRows: [],
    unchanged: 0,
  };
  const { user, input } = await open();
  await user.upload(input, file());
  await user.click(await screen.findByRole("button", { name: "Import 1 product" }, patience));
  expect(await screen.findByText("1 product was not saved", {}, patience)).toBeVisible();
  expect(screen.getByText(/^Stale: /)).toHaveTextContent("newer version");
  expect(screen.getByRole("button", { name: "Import 1 product" })).toBeVisible();
});

it("says why a file cannot be read", async () => {
  backEnd.productImport = null;
  const { user, input } = await open();
  await user.upload(input, file());
  expect(await screen.findByText("The first line needs the column sku", {}, patience)).toBeVisible();
});

it("offers the import before a plugin is on, and says which to turn on", async () => {
  const user = userEvent.setup();
  backEnd.catalogueFormats = [];
  renderApp("/sites/w-juniper/products");
  await user.click(await screen.findByRole("link", { name: "Import products" }, patience));
  expect(await screen.findByText(/“Import from another store”/, {}, patience)).toBeVisible();
  expect(screen.getByRole("link", { name: "Open plugins" })).toBeVisible();
});

it("refuses a file that is too large before it is sent", async () => {
  const { user, input } = await open();
  const large = file();
  Object.defineProperty(large, "size", { value: 5 * 1024 * 1024 + 1 });
  await user.upload(input, large);
  expect(await screen.findByText(/^The file is larger than 5 MB\./)).toBeVisible();
});

it("begins again with another format", async () => {
  const user = userEvent.setup();
  backEnd.catalogueFormats = [table, { ...table, name: "feed", title: "Feed", extension: "xml" }];
  backEnd.productImport = { products: [], badRows: [], unchanged: 3 };
  renderApp(`/sites/w-juniper/products/${store()}/import`);
  await user.upload(await screen.findByLabelText("File in the format Table of products", {}, patience), file());
  expect(await screen.findByText("No changes found", {}, patience)).toBeVisible();
  expect(screen.getByRole("button", { name: "Choose another file" })).toBeVisible();
  await user.click(screen.getByRole("combobox", { name: "Format" }));
  await user.click(await screen.findByRole("option", { name: "Feed" }));
  expect(screen.queryByText("No changes found")).toBeNull();
  expect(screen.getByLabelText("File in the format Feed")).toHaveAttribute("accept", ".xml,.txt");
  expect(screen.getByRole("button", { name: "Choose a file" })).toBeVisible();
});
