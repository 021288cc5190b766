import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };

it("lists customers and searches by e-mail address", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/customers");
  const row = await screen.findByRole("row", { name: /Ada Byron/ }, patience);
  for (const text of ["ada@example.com", "Account", "2 orders", "$62.00"])
    expect(within(row).getByText(text)).toBeVisible();
  expect(screen.getByRole("row", { name: /guest@example.com/ })).toBeVisible();
  await write(user, screen.getByRole("searchbox", { name: "Search name or e-mail" }), "nobody");
  expect(await screen.findByText("No customers found", {}, patience)).toBeVisible();
});

it("shows the total spent, and a customer's orders page by page", async () => {
  const user = userEvent.setup();
  const [first] = backEnd.orders;
  if (first === undefined) throw new Error("no order to copy");
  backEnd.orders = Array.from({ length: 60 }, (_, index) => ({
    ...first,
    id: `o-${index}`,
    number: 1000 + index,
    customerEmail: "ada@example.com",
  }));
  renderApp("/sites/w-juniper/customers/cus-ada");
  expect(
    await screen.findByText("$62.00 spent after refunds, in 2 orders (USD, without test orders)", {}, patience),
  ).toBeVisible();
  expect(await screen.findByText("#1024", {}, patience)).toBeVisible();
  expect(screen.queryByText("#1025")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText("#1049", {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText("#1059", {}, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

it("filters and sorts customers, with both in the URL", async () => {
  const user = userEvent.setup();
  const { router } = renderApp("/sites/w-juniper/customers");
  await user.click(await screen.findByRole("button", { name: "E-mail" }, patience));
  expect(await screen.findByRole("columnheader", { name: "E-mail" })).toHaveAttribute("aria-sort", "ascending");
  await user.click(screen.getByRole("combobox", { name: "Account" }));
  await user.click(await screen.findByRole("option", { name: "Without an account" }));
  await waitFor(() => expect(screen.queryByRole("row", { name: /Ada Byron/ })).toBeNull(), patience);
  expect(screen.getByRole("row", { name: /guest@example.com/ })).toBeVisible();
  expect(router.state.location.search).toBe("?sort=email&account=no");
});

it("exports the filtered and sorted list, and shows errors", async () => {
  const user = userEvent.setup();
  const asked: string[] = [];
  renderApp("/sites/w-juniper/customers?query=ada&account=yes&sort=email");
  const button = await screen.findByRole("button", { name: "Export" }, patience);
  server.use(
    http.post("*/api/v1/websites/:websiteId/customers/export-link", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(
        { code: "internal", title: "Oh", detail: "The table cannot be made now." },
        { status: 503 },
      );
    }),
  );
  await user.click(button);
  await waitFor(() => expect(asked).toHaveLength(1), patience);
  expect(Object.fromEntries(new URLSearchParams(asked[0]))).toMatchObject({
    query: "ada",
    hasAccount: "true",
    sort: "email",
  });
  expect(await screen.findByRole("alert", {}, patience)).toBeVisible();
});

it("erases a customer only after their e-mail address was typed", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/customers/cus-ada");
  expect(await screen.findByText("Default address", {}, patience)).toBeVisible();
  expect(screen.getByText("12 Loom Street")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Erase" }));
  const dialog = within(screen.getByRole("dialog"));
  const erase = dialog.getByRole("button", { name: "Erase permanently" });
  expect(erase).toBeDisabled();
  const asked: string[] = [];
  server.events.on("request:start", ({ request }) => {
    if (request.url.endsWith("/customers/cus-ada") || request.url.includes("/cus-ada/orders"))
      asked.push(request.method);
  });
  await write(user, dialog.getByLabelText("Type the e-mail address to confirm"), "Ada@example.com");
  await user.click(erase);
  expect(await screen.findByText("Customer erased.", {}, patience)).toBeVisible();
  expect(backEnd.customers.map(({ id }) => id)).toEqual(["cus-guest"]);
  expect(await screen.findByRole("heading", { name: "Customers" }, patience)).toBeVisible();
  server.events.removeAllListeners();
  expect(asked).not.toContain("GET");
});

it("keeps loaded rows when a further page fails, and retries", async () => {
  const user = userEvent.setup();
  const [first] = backEnd.customers;
  if (first === undefined) throw new Error("no customer to copy");
  backEnd.customers = Array.from({ length: 30 }, (_, index) => ({
    ...first,
    id: `cus-${index}`,
    name: `Person ${index}`,
  }));
  renderApp("/sites/w-juniper/customers");
  expect(await screen.findByText("Person 0", {}, patience)).toBeVisible();
  server.use(http.get("*/api/v1/websites/:websiteId/customers", () => new HttpResponse(null, { status: 503 })));
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByRole("alert", {}, patience)).toBeVisible();
  expect(screen.getByText("Person 0")).toBeVisible();
  server.resetHandlers();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Person 29", {}, patience)).toBeVisible();
  expect(screen.getByText("Person 0")).toBeVisible();
});
