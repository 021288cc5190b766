import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("moves a product by keyboard and announces its position", async () => {
  const user = userEvent.setup();
  const [first, second] = backEnd.products;
  renderApp("/sites/w-juniper/products/col-shop/list");
  const down = await screen.findByRole("button", { name: `Move ${first?.name ?? ""} down` }, patience);
  expect(screen.getByRole("button", { name: `Move ${first?.name ?? ""} up` })).toBeDisabled();
  down.focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByText(`${first?.name ?? ""} moved to position 2.`, {}, patience)).toBeInTheDocument();
  expect(backEnd.products.slice(0, 2)).toEqual([second, first]);
});

it("validates the number of products per page", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/products/col-shop/list");
  const field = await screen.findByLabelText("Products per page", {}, patience);
  await user.clear(field);
  await user.type(field, "1000");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter a whole number from 1 to 100.")).toBeVisible();
  await user.clear(field);
  await user.type(field, "12");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.storeSettings.productsPerPage).toBe(12);
});
