import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };

it("lists price lists with audience and effect", async () => {
  const [friends] = backEnd.priceLists;
  if (friends === undefined) throw new Error("no price list");
  backEnd.priceLists = [
    friends,
    { ...friends, id: "pl-old", name: "Old", audience: "signed-in", priceCount: 3, endsOn: 1 },
  ];
  renderApp("/sites/w-juniper/price-lists");
  const row = await screen.findByRole("row", { name: /Friends/ }, patience);
  for (const text of ["2 customers", "10% off", "Active"]) expect(within(row).getByText(text)).toBeVisible();
  const old = screen.getByRole("row", { name: /Old/ });
  for (const text of ["All signed-in customers", "10% off, 3 fixed prices", "Expired"])
    expect(within(old).getByText(text)).toBeVisible();
});

it("shows the empty state", async () => {
  backEnd.priceLists = [];
  renderApp("/sites/w-juniper/price-lists");
  expect(await screen.findByText("No price lists yet", {}, patience)).toBeVisible();
});

it("retries when loading failed", async () => {
  const user = userEvent.setup();
  server.use(
    http.get("*/api/v1/websites/:websiteId/price-lists", () => new HttpResponse(null, { status: 503 }), { once: true }),
  );
  renderApp("/sites/w-juniper/price-lists");
  await user.click(await screen.findByRole("button", { name: /again/i }, patience));
  expect(await screen.findByRole("row", { name: /Friends/ }, patience)).toBeVisible();
});

it("creates a list for named customers with a variant price", async () => {
  const user = userEvent.setup();
  const product = backEnd.products.find(({ variants }) => variants.length > 1);
  const variant = product?.variants[1];
  if (product === undefined || variant === undefined) throw new Error("no product with variants");
  renderApp("/sites/w-juniper/price-lists/new");
  await write(user, await screen.findByLabelText("Name", {}, patience), "Wholesale");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter the email address of at least one customer.")).toBeVisible();
  const addresses = screen.getByLabelText("E-mail addresses");
  await write(user, addresses, "ada@example.com, nobody");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("“nobody” is not an email address.")).toBeVisible();
  await user.clear(addresses);
  await user.type(addresses, "ada@example.com{Enter}eve@example.com");

  const prices = screen.getByRole("group", { name: "Fixed prices" });
  await user.click(within(prices).getByRole("button", { name: "Add price" }));
  expect(await within(prices).findByText("Choose a product.")).toBeVisible();
  await user.click(within(prices).getByRole("combobox", { name: "Product" }));
  await user.click(await screen.findByRole("option", { name: product.name }, patience));
  const variants = within(prices).getByRole("combobox", { name: "Variant" });
  await expect.poll(() => variants.getAttribute("aria-disabled"), patience).not.toBe("true");
  await user.click(variants);
  const text = Object.values(variant.attributes).join(" / ");
  await user.click(await screen.findByRole("option", { name: text }));
  await user.click(within(prices).getByRole("button", { name: "Add price" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await within(prices).findByText("Enter an amount")).toBeVisible();
  await user.type(within(prices).getByLabelText(`Price of ${product.name} (${text})`), "21.50");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Price list created", {}, patience)).toBeVisible();
  const made = backEnd.priceLists.find(({ name }) => name === "Wholesale");
  expect(made).toMatchObject({
    audience: "named",
    customers: ["ada@example.com", "eve@example.com"],
    rateBasisPoints: 0,
  });
  expect(made?.prices).toMatchObject([{ productId: product.id, variantId: variant.id, priceCents: 2150 }]);
});

it("shows an error at its field, and saves a list for all signed-in customers", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/price-lists/new");
  await write(user, await screen.findByLabelText("Name", {}, patience), "Members");
  await user.type(screen.getByLabelText("Percentage off everything"), "12.5");
  await write(user, screen.getByLabelText("E-mail addresses"), "gone@example.com");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("“gone@example.com” is not an email address.")).toBeVisible();
  await user.click(screen.getByRole("combobox", { name: "Applies to" }));
  await user.click(await screen.findByRole("option", { name: "All signed-in customers" }));
  expect(screen.queryByLabelText("E-mail addresses")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Price list created", {}, patience)).toBeVisible();
  const made = backEnd.priceLists.find(({ name }) => name === "Members");
  expect(made).toMatchObject({ audience: "signed-in", customers: [], rateBasisPoints: 1250 });
});

it("reports a conflict, and deletes after confirmation", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/price-lists/pl-friends");
  const name = await screen.findByLabelText("Name", {}, patience);
  backEnd.priceLists = backEnd.priceLists.map((list) => ({ ...list, revision: list.revision + 1 }));
  await user.type(name, " II");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText(/Someone else has saved this price list/, {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("No price lists yet", {}, patience)).toBeVisible();
});
