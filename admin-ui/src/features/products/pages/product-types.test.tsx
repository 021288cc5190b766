import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { HttpResponse, http } from "msw";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };

async function openVariant(label: string) {
  renderApp("/sites/w-juniper/products/col-shop/p-0");
  return within(await screen.findByRole("group", { name: label }, patience));
}

it("states that subscription renewals are not charged yet", async () => {
  const user = userEvent.setup();
  await openVariant("Oat");
  const card = within(await screen.findByRole("region", { name: "Subscription" }, patience));
  expect(await card.findByText(/^Renewals are not charged yet/, {}, patience)).toBeVisible();
  await user.click(card.getByRole("button", { name: "Sell by subscription" }));
  expect(within(await screen.findByRole("dialog")).getByRole("alert")).toHaveTextContent(
    /^Renewals are not charged yet/,
  );
});

it("configures donations for a service, in minor units", async () => {
  const user = userEvent.setup();
  const service = backEnd.products.find(({ productType }) => productType === 3);
  renderApp(`/sites/w-juniper/products/col-shop/${service?.id ?? ""}`);
  await user.click(await screen.findByRole("button", { name: "Accept donations" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  const amounts = dialog.getByLabelText("Suggested amounts, USD");
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

it("shows only the fields of the product type", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/products/col-shop/new");
  await screen.findByLabelText("Name", {}, patience);
  const kind = async (label: string) => {
    await user.click(screen.getByRole("combobox", { name: "Product type" }));
    await user.click(await screen.findByRole("option", { name: label }));
  };
  const all = [
    "Sale price",
    "On sale",
    "Weight in grams",
    "Charge tax",
    "Text when sold out",
    "Show when stock is low",
  ];
  const asked = () => all.filter((label) => screen.queryByLabelText(label) !== null);
  expect(asked()).toEqual(all);
  await kind("Service");
  expect(asked()).toEqual(all.filter((label) => label !== "Weight in grams"));
  await kind("Digital product");
  expect(asked()).toEqual(["Sale price", "On sale", "Charge tax"]);
  await user.click(screen.getByLabelText("On sale"));
  await kind("Gift card");
  expect(asked()).toEqual([]);
  expect(screen.getByText(/Gift card codes cannot be redeemed in the cart yet/)).toBeVisible();
  await write(user, screen.getByLabelText("Name"), "Gift card");
  await user.type(screen.getByRole("textbox", { name: "Price" }), "50");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product created", {}, patience)).toBeVisible();
  expect(backEnd.products.at(-1)).toMatchObject({
    productType: 4,
    variants: [{ priceCents: 5_000, onSale: false, salePriceCents: null }],
  });
});

it("explains memberships on creation and at the files", async () => {
  const user = userEvent.setup();
  const gives = "A membership gives access to its files and nothing else yet.";
  const { view } = renderApp("/sites/w-juniper/products/col-shop/new");
  await screen.findByLabelText("Name", {}, patience);
  expect(screen.queryByText(gives)).toBeNull();
  await user.click(screen.getByRole("combobox", { name: "Product type" }));
  await user.click(await screen.findByRole("option", { name: "Paywall" }));
  expect(screen.getByText(gives)).toBeVisible();
  view.unmount();
  const [mug] = backEnd.products;
  if (mug !== undefined) mug.productType = 5;
  server.use(http.get("*/items/p-0/files", () => HttpResponse.json({ files: [] })));
  renderApp("/sites/w-juniper/products/col-shop/p-0");
  expect(within(await screen.findByRole("region", { name: "Lessons" }, patience)).getByText(gives)).toBeVisible();
});

it("keeps the input when the type of a new product changes, and resets tracking of untouched rows", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/products/col-shop/new");
  await write(user, await screen.findByLabelText("Name", {}, patience), "Evening course");
  const kind = async (label: string) => {
    await user.click(screen.getByRole("combobox", { name: "Product type" }));
    await user.click(await screen.findByRole("option", { name: label }));
  };
  expect(screen.getByLabelText("Stock")).toHaveValue("0");
  await user.type(screen.getByLabelText("Price"), "40");
  await kind("Service");
  expect(screen.getByLabelText("Name")).toHaveValue("Evening course");
  expect(screen.getByLabelText("Price")).toHaveValue("40");
  expect(screen.getByRole("switch", { name: "Do not track stock" })).toBeChecked();
  await kind("Physical product");
  expect(screen.getByRole("switch", { name: "Do not track stock" })).not.toBeChecked();
  await user.clear(screen.getByLabelText("Stock"));
  await user.type(screen.getByLabelText("Stock"), "7");
  await kind("Service");
  expect(screen.getByLabelText("Stock")).toHaveValue("7");
  await kind("Digital product");
  expect(screen.queryByLabelText("Stock")).toBeNull();
  expect(screen.queryByRole("switch", { name: "Do not track stock" })).toBeNull();
  await kind("Physical product");
  expect(screen.getByLabelText("Stock")).toHaveValue("7");
  expect(screen.getByLabelText("Name")).toHaveValue("Evening course");
});
