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

it("saves a price in minor units, and the stock that was changed", async () => {
  const user = userEvent.setup();
  const oat = await openVariant("Oat");
  await user.clear(oat.getByLabelText("Price"));
  await user.type(oat.getByLabelText("Price"), "26.5");
  await user.clear(oat.getByLabelText("Stock"));
  await user.type(oat.getByLabelText("Stock"), "9");
  // What is sold while the form is open stays sold.
  const [mug] = backEnd.products;
  if (mug?.variants[1] !== undefined) mug.variants[1].qtyInStock = 12;
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product saved", {}, patience)).toBeVisible();
  expect(backEnd.products[0]?.variants[0]).toMatchObject({ priceCents: 2650, qtyInStock: 9 });
  expect(backEnd.products[0]?.variants[1]).toMatchObject({ priceCents: 2400, qtyInStock: 12 });
});

it("tells of a newer version and keeps what was typed", async () => {
  const user = userEvent.setup();
  await openVariant("Oat");
  await user.click(screen.getByLabelText("Name"));
  await user.paste(" and saucer");
  backEnd.products = backEnd.products.map((product) => ({ ...product, revision: product.revision + 1 }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/Somebody else has saved this product/, {}, patience)).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue("Stoneware mug and saucer");
});

it("makes a product with a row for each combination of its options", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/products/col-shop/new");
  await user.click(await screen.findByLabelText("Name", {}, patience));
  await user.paste("Field jacket");
  await user.click(screen.getByLabelText("Price"));
  await user.paste("120");
  await user.click(screen.getByRole("button", { name: "Add an option" }));
  await user.click(screen.getByLabelText("Option name"));
  await user.paste("Size");
  await user.type(screen.getByLabelText("Option values"), "S{Enter}M{Enter}");
  expect(screen.getByRole("group", { name: "M" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product made", {}, patience)).toBeVisible();
  expect(backEnd.products.at(-1)).toMatchObject({
    name: "Field jacket",
    status: "draft",
    variantOptionOrdering: ["Size"],
    variants: [
      { attributes: { Size: "S" }, priceCents: 12_000 },
      { attributes: { Size: "M" }, priceCents: 12_000 },
    ],
  });
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

it("has a service take donations, each amount in minor units", async () => {
  const user = userEvent.setup();
  const service = backEnd.products.find(({ productType }) => productType === 3);
  renderApp(`/sites/w-juniper/products/col-shop/${service?.id ?? ""}`);
  await user.click(await screen.findByRole("button", { name: "Take donations" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  const amounts = dialog.getByLabelText("Amounts to choose from, USD");
  await user.clear(amounts);
  await user.type(amounts, "ten");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Enter an amount")).toBeVisible();
  await user.clear(amounts);
  await user.type(amounts, "12.50{Enter}40");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("$12.50, $40.00, or any amount from $5.00 to $1,000.00", {}, patience)).toBeVisible();
  expect(backEnd.donationTerms).toMatchObject({ suggestedCents: [1250, 4000], leastCents: 500, mostCents: 100_000 });
});
