import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { HttpResponse, http } from "msw";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };

it("changes several products and lists failures", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/products");
  await user.click(await screen.findByRole("checkbox", { name: "Select Stoneware mug" }, patience));
  await user.click(screen.getByRole("checkbox", { name: "Select Serving bowl" }));
  await user.click(screen.getByRole("button", { name: "Change" }));
  await user.click(screen.getByRole("menuitem", { name: "Start sale" }));
  expect(await screen.findByText(/The variant has no sale price/, {}, patience)).toBeVisible();
  expect(screen.getByRole("checkbox", { name: "Select Stoneware mug" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "Select Serving bowl" })).not.toBeChecked();
  await user.click(screen.getByRole("button", { name: "Change" }));
  await user.click(screen.getByRole("menuitem", { name: "Set as draft" }));
  const row = screen.getByRole("row", { name: /Stoneware mug/ });
  expect(await within(row).findByText("Draft", {}, patience)).toBeVisible();
  expect(backEnd.products[0]?.status).toBe("draft");
});

it("changes prices and tags of several products", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/products");
  const [mug] = backEnd.products;
  const before = mug?.variants[0]?.priceCents ?? 0;
  const choose = async (action: string) => {
    await user.click(await screen.findByRole("checkbox", { name: "Select Stoneware mug" }, patience));
    await user.click(screen.getByRole("button", { name: "Change" }));
    await user.click(screen.getByRole("menuitem", { name: action }));
    return within(await screen.findByRole("dialog"));
  };
  const dialog = await choose("Change price…");
  expect(dialog.getByText(/rounded to the nearest \$0\.01, halves up/)).toBeVisible();
  await user.click(dialog.getByRole("combobox", { name: "Change" }));
  await user.click(await screen.findByRole("option", { name: "Decrease by a percentage" }));
  await user.type(dialog.getByLabelText("Percent"), "120");
  await user.click(dialog.getByRole("button", { name: "Apply" }));
  expect(dialog.getByText("Enter a percentage up to 100")).toBeVisible();
  await user.clear(dialog.getByLabelText("Percent"));
  await user.type(dialog.getByLabelText("Percent"), "12.5{Enter}");
  expect(await screen.findByText("1 product updated", {}, patience)).toBeVisible();
  expect(backEnd.products[0]?.variants[0]?.priceCents).toBe(Math.floor((before * 8_750 + 5_000) / 10_000));
  const tags = await choose("Add tags…");
  await user.type(tags.getByLabelText("Tags"), "winter, new{Enter}");
  await waitFor(() => expect(backEnd.products[0]?.tags).toEqual(expect.arrayContaining(["winter", "new"])), patience);
});

it("shows that categories could not be loaded, and retries", async () => {
  const user = userEvent.setup();
  let fails = true;
  server.use(http.get("*/categories", () => (fails ? new HttpResponse(null, { status: 503 }) : undefined)));
  renderApp("/sites/w-juniper/products");
  await user.click(await screen.findByRole("checkbox", { name: "Select Stoneware mug" }, patience));
  await user.click(screen.getByRole("button", { name: "Change" }));
  await user.click(screen.getByRole("menuitem", { name: "Add to a category…" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByRole("alert", {}, patience)).toHaveTextContent("The categories could not be loaded.");
  expect(dialog.getByLabelText("Category")).toBeDisabled();
  fails = false;
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(dialog.queryByRole("alert")).toBeNull(), patience);
  await user.click(dialog.getByLabelText("Category"));
  expect((await screen.findAllByRole("option")).length).toBeGreaterThan(0);
});

it("lists the products of all stores, and changes them in one step", async () => {
  const user = userEvent.setup();
  const [mug] = backEnd.products;
  backEnd.stores = [...backEnd.stores, { id: "col-outlet", title: "Outlet" }];
  if (mug !== undefined)
    backEnd.products = [
      ...backEnd.products,
      { ...mug, id: "p-outlet", name: "Chipped mug", collectionId: "col-outlet" },
    ];
  renderApp("/sites/w-juniper/products");
  expect(await screen.findByRole("row", { name: /Stoneware mug/ }, patience)).toBeVisible();
  expect(screen.queryByRole("row", { name: /Chipped mug/ })).toBeNull();
  await user.click(screen.getByRole("combobox", { name: "Store page" }));
  await user.click(screen.getByRole("option", { name: "All store pages" }));
  const chipped = await screen.findByRole("row", { name: /Chipped mug/ }, patience);
  expect(within(chipped).getByText("Outlet")).toBeVisible();
  expect(within(screen.getByRole("row", { name: /Stoneware mug/ })).getByText("Shop")).toBeVisible();
  expect(within(chipped).getByRole("link")).toHaveAttribute("href", "/sites/w-juniper/products/col-outlet/p-outlet");
  expect(screen.queryByRole("link", { name: "Add product" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Price/ })).toBeNull();
  await user.click(screen.getByRole("checkbox", { name: "Select Chipped mug" }));
  await user.click(screen.getByRole("checkbox", { name: "Select Stoneware mug" }));
  await user.click(screen.getByRole("button", { name: "Change" }));
  expect(screen.queryByRole("menuitem", { name: /category/ })).toBeNull();
  await user.click(screen.getByRole("menuitem", { name: "Set as draft" }));
  expect(await screen.findByText("2 products updated", {}, patience)).toBeVisible();
  expect(backEnd.products.filter(({ id }) => id === "p-outlet" || id === mug?.id).map(({ status }) => status)).toEqual([
    "draft",
    "draft",
  ]);
});

it("filters by status", async () => {
  renderApp("/sites/w-juniper/products?status=draft");
  expect(await screen.findByRole("row", { name: /Brass spoon/ }, patience)).toBeVisible();
  expect(screen.queryByRole("row", { name: /Stoneware mug/ })).toBeNull();
});

// spec: limits.products-per-collection
it("disables adding to a full store", async () => {
  const [frame] = backEnd.products;
  if (frame !== undefined)
    backEnd.products = Array.from({ length: 200 }, (_, index) => ({ ...frame, id: `p-${index}` }));
  renderApp("/sites/w-juniper/products");
  expect(await screen.findByRole("link", { name: "Add product" }, patience)).toHaveAttribute("aria-disabled", "true");
});

it("offers to create a store if there is none", async () => {
  renderApp("/sites/w-kissaten/products");
  expect(await screen.findByRole("button", { name: "Create a store" }, patience)).toBeVisible();
});
