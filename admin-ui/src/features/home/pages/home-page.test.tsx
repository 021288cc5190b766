import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { sampleSales } from "@/testing/handlers/selling-handlers";
import { server } from "@/testing/server";
import { renderApp } from "@/testing/render-app";

test("shows sales, best sellers and open tasks", async () => {
  renderApp("/sites/w-juniper");
  const sales = await screen.findByRole("region", { name: "Sales" }, { timeout: 5000 });
  expect(await within(sales).findByText("+50% vs. previous period")).toBeVisible();
  expect(within(sales).getAllByText("$90.00").length).toBeGreaterThan(0);
  expect(within(sales).getByText("1 refund")).toBeVisible();
  expect(within(sales).getByText(/Hearth mug · 3 pieces/)).toBeVisible();
  expect(within(sales).getByRole("table", { name: "Sales over time" })).toBeInTheDocument();
  expect(await screen.findByRole("link", { name: "2 orders to fulfill" })).toHaveAttribute(
    "href",
    "/sites/w-juniper/orders?fulfilment=PENDING&mode=live",
  );
  expect(screen.getByRole("link", { name: "1 dispute to answer" })).toHaveAttribute(
    "href",
    "/sites/w-juniper/orders?dispute=needs-response&mode=live",
  );
});

test("writes large numbers of orders with separators", async () => {
  const sales = sampleSales("day");
  const body = { ...sales, totals: { ...sales.totals, orders: 1234 } };
  server.use(http.get("*/api/v1/websites/:websiteId/sales", () => HttpResponse.json(body)));
  renderApp("/sites/w-juniper");
  expect(await screen.findByText("1,234", {}, { timeout: 5000 })).toBeVisible();
});

test("shows a period without sales", async () => {
  renderApp("/sites/w-juniper");
  const person = userEvent.setup();
  await person.click(await screen.findByRole("button", { name: "12 months" }, { timeout: 5000 }));
  expect(await screen.findByText("No sales in this period")).toBeVisible();
});

test("hides sales without the permission", async () => {
  renderApp("/sites/w-juniper", "viewer");
  expect(await screen.findByRole("heading", { name: /^Good / }, { timeout: 5000 })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Sales" })).toBeNull();
});

const down = () => new HttpResponse(null, { status: 503 });

test("does not report zero tasks when loading failed", async () => {
  server.use(
    http.get("*/api/v1/websites/:websiteId/sales", down),
    http.get("*/api/v1/websites/:websiteId/inventory", down),
  );
  renderApp("/sites/w-juniper");
  expect(await screen.findByText("Some tasks could not be loaded", {}, { timeout: 5000 })).toBeVisible();
  expect(screen.queryByText("You are all caught up")).toBeNull();
  server.resetHandlers();
  const card = within(screen.getByRole("region", { name: "To do" }));
  await userEvent.setup().click(card.getByRole("button", { name: "Try again" }));
  expect(await card.findByRole("link", { name: "2 orders to fulfill" }, { timeout: 5000 })).toBeVisible();
});

test("shows that more variants are low or out of stock than were counted", async () => {
  const variants = Array.from({ length: 6 }, (_, index) => ({
    variantId: `v-${index}`,
    productName: "Mug",
    attributes: { Size: String(index) },
    qtyInStock: 1,
  }));
  server.use(
    http.get("*/api/v1/websites/:websiteId/inventory", () =>
      HttpResponse.json({ variants, hasNextPage: true, nextPageCursor: "c" }),
    ),
  );
  renderApp("/sites/w-juniper");
  expect(
    await screen.findByRole("link", { name: "6 or more variants low or out of stock" }, { timeout: 5000 }),
  ).toBeVisible();
});
