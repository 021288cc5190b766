import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { HttpResponse, http } from "msw";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };

it("adds to the stock of a variant, with a history entry", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/inventory");
  await user.click(await screen.findByRole("button", { name: "Adjust stock of MUG-10" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Enter how many to add, or a negative number to remove")).toBeVisible();
  await user.type(dialog.getByLabelText(/^Quantity/), "-4");
  await user.type(dialog.getByLabelText("Reason"), "Broken");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Only 3 left in stock.")).toBeVisible();
  await user.clear(dialog.getByLabelText(/^Quantity/));
  await user.type(dialog.getByLabelText(/^Quantity/), "−2");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  const row = await screen.findByRole("row", { name: /MUG-10/ }, patience);
  expect(await within(row).findByText("1 left")).toBeVisible();
  await user.click(within(row).getByRole("link"));
  const history = await screen.findByRole("table", { name: "Stock history" }, patience);
  for (const text of ["−2", "Changed manually: Broken", "Robin Hale"])
    expect(within(history).getByText(text)).toBeVisible();
});

it("rejects an absolute value if the stock has changed meanwhile", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/inventory?low=true");
  await user.click(await screen.findByRole("button", { name: "Adjust stock of MUG-10" }, patience));
  expect(screen.queryByText("MUG-14")).toBeNull();
  backEnd.levels = backEnd.levels.map((level) =>
    level.sku === "MUG-10" ? { ...level, qtyInStock: 2, revision: 2 } : level,
  );
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByLabelText("Adjustment"));
  await user.click(await screen.findByRole("option", { name: "Set to" }));
  await user.type(dialog.getByLabelText("Quantity"), "9");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/has changed in the meantime/)).toBeVisible();
  expect(dialog.getByLabelText("Quantity")).toHaveValue("9");
});

// spec: website.inventory-panel.open
it("changes the stock of several variants, and lists failures", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/inventory");
  for (const sku of ["MUG-10", "MUG-14", "MUG-20"]) {
    await user.click(await screen.findByRole("checkbox", { name: `Select ${sku}` }, patience));
  }
  const bar = within(screen.getByRole("region", { name: "Selected variants" }));
  expect(bar.getByText("3 variants selected")).toBeVisible();
  await user.click(bar.getByRole("button", { name: "Adjust stock" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByLabelText("Adjustment"));
  await user.click(await screen.findByRole("option", { name: "Decrease by" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Enter a whole number from 1")).toBeVisible();
  await user.type(dialog.getByLabelText("Quantity"), "3");
  await user.type(dialog.getByLabelText("Reason"), "Broken on the way");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("MUG-20: Only 0 left in stock.")).toBeVisible();
  expect(within(await screen.findByRole("row", { name: /MUG-14/ })).getByText("37 left")).toBeVisible();
  expect(within(screen.getByRole("row", { name: /MUG-10/ })).getByText("Sold out")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Selected variants" })).toBeNull();
  expect(backEnd.stockChanges.map(({ change }) => change.note)).toEqual(["Broken on the way", "Broken on the way"]);
});

it("does not count twice when a change is retried after a lost response", async () => {
  const user = userEvent.setup();
  const keys: string[] = [];
  server.use(
    http.post("*/inventory/changes", async ({ request }) => {
      keys.push(((await request.clone().json()) as { idempotencyKey: string }).idempotencyKey);
      if (keys.length === 1) return HttpResponse.error();
    }),
  );
  renderApp("/sites/w-juniper/inventory");
  await user.click(await screen.findByRole("checkbox", { name: "Select MUG-14" }, patience));
  await user.click(screen.getByRole("button", { name: "Adjust stock" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Quantity"), "2");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByRole("alert")).toBeVisible();
  expect(dialog.getByLabelText("Quantity")).toHaveValue("2");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(within(await screen.findByRole("row", { name: /MUG-14/ })).getByText("42 left")).toBeVisible();
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
});
