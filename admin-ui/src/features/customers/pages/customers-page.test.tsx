import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("lists customers and finds them by address", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/customers");
  const row = await screen.findByRole("row", { name: /Ada Byron/ }, patience);
  for (const text of ["ada@example.com", "Account", "2 orders", "$62.00"]) expect(within(row).getByText(text)).toBeVisible();
  expect(screen.getByRole("row", { name: /guest@example.com/ })).toBeVisible();
  await user.type(screen.getByRole("searchbox", { name: "Search name or e-mail" }), "nobody");
  expect(await screen.findByText("No customer fits", {}, patience)).toBeVisible();
});

it("erases a customer only after their address was typed", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/customers/cus-ada");
  expect(await screen.findByText("Saved address, proposed first", {}, patience)).toBeVisible();
  expect(screen.getByText("12 Loom Street")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Erase" }));
  const dialog = within(screen.getByRole("dialog"));
  const erase = dialog.getByRole("button", { name: "Erase for good" });
  expect(erase).toBeDisabled();
  await user.type(dialog.getByLabelText("Type the e-mail address to confirm"), "Ada@example.com");
  await user.click(erase);
  expect(await screen.findByText("The customer was erased.", {}, patience)).toBeVisible();
  expect(backEnd.customers.map(({ id }) => id)).toEqual(["cus-guest"]);
});
