import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { createMemoryRouter, RouterProvider } from "react-router";
import { Providers } from "@/app/providers";
import { routes } from "@/app/router";
import { createAppStore } from "@/app/store";
import { sessionStarted } from "@/shared/session/session-slice";
import { sessionFor } from "@/testing/access";
import { renderApp } from "@/testing/render-app";

const address = "/sites/w-juniper/sales?from=2026-11-20&to=2026-11-21";

test("shows sales by what was sold and to whom", async () => {
  renderApp(address);
  const sales = within(await screen.findByRole("region", { name: "Sales" }));
  expect(await sales.findByRole("table", { name: "Sales over time" })).toBeInTheDocument();
  const products = within(screen.getByRole("region", { name: "Products" }));
  expect(await products.findByRole("rowheader", { name: "Hearth mug" })).toBeVisible();
  const cohorts = within(screen.getByRole("region", { name: "Customers who came back" }));
  expect(await cohorts.findByText("40%")).toBeVisible();
  const carts = within(screen.getByRole("region", { name: "Abandoned carts" }));
  expect((await carts.findAllByText("$300.00")).length).toBeGreaterThan(0);
});

test("compares what was sold with the period before", async () => {
  renderApp(`${address}&compare=true`);
  const products = within(await screen.findByRole("region", { name: "Products" }));
  expect(within(await products.findByRole("row", { name: /^Hearth mug/ })).getByText("+50%")).toBeVisible();
  expect(within(screen.getByRole("region", { name: "Sales" })).getByRole("button", { name: /CSV/ })).toBeVisible();
});

// spec: analytics.reports.open
test("a role that sees sales only gets sales and no visits", async () => {
  const store = createAppStore();
  const session = sessionFor("owner", "http://stoa.test");
  const websites = session.websites.map((website) => ({
    ...website,
    permissions: { ...website.permissions, analytics: [] },
  }));
  store.dispatch(sessionStarted({ ...session, websites }));
  render(
    <Providers store={store}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
    </Providers>,
  );
  expect(await screen.findByRole("link", { name: "Sales reports" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Analytics" })).toBeNull();
});
