import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("adds to the stock of a variant and shows it in the history", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/inventory");
  await user.click(await screen.findByRole("button", { name: "Change the stock of MUG-10" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Enter how many come, or go with a minus")).toBeVisible();
  await user.type(dialog.getByLabelText(/^Pieces/), "-4");
  await user.type(dialog.getByLabelText("Reason"), "Broken");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Only 3 left in stock.")).toBeVisible();
  await user.clear(dialog.getByLabelText(/^Pieces/));
  await user.type(dialog.getByLabelText(/^Pieces/), "−2");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  const row = await screen.findByRole("row", { name: /MUG-10/ }, patience);
  expect(await within(row).findByText("1 left")).toBeVisible();
  await user.click(within(row).getByRole("link"));
  const history = await screen.findByRole("table", { name: "History of the stock" }, patience);
  for (const text of ["−2", "Changed by hand: Broken", "Robin Hale"]) expect(within(history).getByText(text)).toBeVisible();
});

it("refuses a number over one that has moved meanwhile", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/inventory?low=true");
  await user.click(await screen.findByRole("button", { name: "Change the stock of MUG-10" }, patience));
  expect(screen.queryByText("MUG-14")).toBeNull();
  backEnd.levels = backEnd.levels.map((level) => (level.sku === "MUG-10" ? { ...level, qtyInStock: 2, revision: 2 } : level));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByLabelText("Change"));
  await user.click(await screen.findByRole("option", { name: "Set to a number" }));
  await user.type(dialog.getByLabelText("Pieces"), "9");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/has changed in the meantime/)).toBeVisible();
  expect(dialog.getByLabelText("Pieces")).toHaveValue("9");
});
