import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("changes many products at once and says what failed", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/products");
  await user.click(await screen.findByRole("checkbox", { name: "Choose Stoneware mug" }, patience));
  await user.click(screen.getByRole("checkbox", { name: "Choose Serving bowl" }));
  await user.click(screen.getByRole("button", { name: "Change" }));
  await user.click(screen.getByRole("menuitem", { name: "Start the sale" }));
  expect(await screen.findByText(/It has no sale price/, {}, patience)).toBeVisible();
  expect(screen.getByRole("checkbox", { name: "Choose Stoneware mug" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "Choose Serving bowl" })).not.toBeChecked();
  await user.click(screen.getByRole("button", { name: "Change" }));
  await user.click(screen.getByRole("menuitem", { name: "Make drafts" }));
  const row = screen.getByRole("row", { name: /Stoneware mug/ });
  expect(await within(row).findByText("Draft", {}, patience)).toBeVisible();
  expect(backEnd.products[0]?.status).toBe("draft");
});

it("narrows the list down by status", async () => {
  renderApp("/sites/w-juniper/products?status=draft");
  expect(await screen.findByRole("row", { name: /Brass spoon/ }, patience)).toBeVisible();
  expect(screen.queryByRole("row", { name: /Stoneware mug/ })).toBeNull();
});

// spec: limits.products-per-collection
it("nothing can be added to a full store", async () => {
  const [frame] = backEnd.products;
  if (frame !== undefined) backEnd.products = Array.from({ length: 200 }, (_, index) => ({ ...frame, id: `p-${index}` }));
  renderApp("/sites/w-juniper/products");
  expect(await screen.findByRole("link", { name: "Add a product" }, patience)).toHaveAttribute("aria-disabled", "true");
});

it("a site without a store is offered one", async () => {
  renderApp("/sites/w-kissaten/products");
  expect(await screen.findByRole("button", { name: "Open a store" }, patience)).toBeVisible();
});
