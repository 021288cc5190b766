import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";

test("the overview shows sales, what sold best and what waits", async () => {
  renderApp("/sites/w-juniper");
  const sales = await screen.findByRole("region", { name: "Sales" }, { timeout: 5000 });
  expect(await within(sales).findByText("+50 % against before")).toBeVisible();
  expect(within(sales).getAllByText("$90.00").length).toBeGreaterThan(0);
  expect(within(sales).getByText("1 refund")).toBeVisible();
  expect(within(sales).getByText(/Hearth mug · 3 pieces/)).toBeVisible();
  expect(within(sales).getByRole("table", { name: "Sales over time" })).toBeInTheDocument();
  expect(await screen.findByRole("link", { name: "2 paid orders wait to be sent" })).toHaveAttribute(
    "href",
    "/sites/w-juniper/orders?fulfilment=PENDING&mode=live",
  );
});

test("a time in which nothing was sold says so", async () => {
  renderApp("/sites/w-juniper");
  const person = userEvent.setup();
  await person.click(await screen.findByRole("button", { name: "12 months" }, { timeout: 5000 }));
  expect(await screen.findByText("Nothing sold in this time")).toBeVisible();
});

test("who may see no sales sees none", async () => {
  renderApp("/sites/w-juniper", "viewer");
  expect(await screen.findByRole("heading", { name: /^Good / }, { timeout: 5000 })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Sales" })).toBeNull();
});
