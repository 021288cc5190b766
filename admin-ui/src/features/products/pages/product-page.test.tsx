import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

async function openVariant(label: string) {
  renderApp("/sites/w-juniper/products/col-shop/p-0");
  return within(await screen.findByRole("group", { name: label }, patience));
}

it("saves a price in minor units and the stock by its own call", async () => {
  const user = userEvent.setup();
  const oat = await openVariant("Oat");
  await user.clear(oat.getByLabelText("Price"));
  await user.type(oat.getByLabelText("Price"), "26.5");
  await user.clear(oat.getByLabelText("Stock"));
  await user.type(oat.getByLabelText("Stock"), "9");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product saved", {}, patience)).toBeVisible();
  expect(backEnd.products[0]?.variants[0]).toMatchObject({ priceCents: 2650, qtyInStock: 9 });
  expect(backEnd.products[0]?.variants[1]).toMatchObject({ priceCents: 2400, qtyInStock: 14 });
});

it("puts the server's refusal on the field it is about", async () => {
  const user = userEvent.setup();
  const moss = await openVariant("Moss");
  await user.clear(moss.getByLabelText("SKU"));
  await user.type(moss.getByLabelText("SKU"), "TAKEN");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await moss.findByText("This SKU is taken.", {}, patience)).toBeVisible();
  expect(moss.getByLabelText("SKU")).toBeInvalid();
});

it("refuses decimals a currency does not have", async () => {
  backEnd.products = backEnd.products.map((product) => ({ ...product, currency: "JPY" }));
  const user = userEvent.setup();
  const oat = await openVariant("Oat");
  await user.clear(oat.getByLabelText("Price"));
  await user.type(oat.getByLabelText("Price"), "26.5");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await oat.findByText("JPY has no decimals")).toBeVisible();
});

it("asks before unsaved changes are lost", async () => {
  const user = userEvent.setup();
  await openVariant("Oat");
  await user.type(screen.getByLabelText("Name"), "!");
  await user.click(screen.getByRole("link", { name: "All products" }));
  expect(await screen.findByText("Leave without saving?")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Stay" }));
  expect(screen.getByLabelText("Name")).toHaveValue("Stoneware mug!");
});
