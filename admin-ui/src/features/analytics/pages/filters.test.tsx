// spec: analytics.reports.open
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { asked } from "../fake-answers";
import "../components/line-chart";
import "./analytics-page";
import "./sales-page";

const base = "/sites/w-juniper/analytics";
const days = "from=2026-11-01&to=2026-11-03";

/** Opens the dialog and chooses what to filter by. */
async function open(dimension: string) {
  const person = userEvent.setup();
  await person.click(await screen.findByRole("button", { name: "Add filter" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add filter" }));
  await person.click(dialog.getByRole("combobox", { name: "Filter by" }));
  await person.click(await screen.findByRole("option", { name: dimension }));
  return { person, dialog, value: await dialog.findByRole("combobox", { name: "Value" }) };
}

test.each([
  "",
  "live",
  "sources",
  "pages",
  "audience",
  "searches",
  "engagement",
  "events",
  "products",
  "speed",
  "errors",
])("a filter can be added on the screen %s", async (path) => {
  renderApp(`${base}/${path}?${days}`);
  expect(await screen.findByRole("button", { name: "Add filter" })).toBeVisible();
});

test("a filter is chosen among the values that occur, with the keyboard, and stays in the address", async () => {
  const { router } = renderApp(`${base}/searches?${days}`);
  const { person, dialog, value } = await open("Country");
  await vi.waitFor(() => expect(asked["top"]).toMatchObject({ by: "country", from: "2026-11-01" }));
  await person.type(value, "Ger");
  expect(await screen.findByRole("option", { name: /^Germany 140/ })).toBeVisible();
  expect(dialog.getByRole("button", { name: "Apply" })).toBeDisabled();
  await person.keyboard("{Enter}");
  expect(value).toHaveValue("Germany");
  await person.keyboard("{Enter}");
  expect(await screen.findByText("Country: Germany")).toBeVisible();
  expect(router.state.location.search).toContain("filter.country=DE");
  await vi.waitFor(() => expect(asked["searches"]).toMatchObject({ "filter.country": "DE" }));
});

test("several filters hold at once, and are removed together", async () => {
  const { router } = renderApp(`${base}/engagement?${days}&filter.country=DE`);
  const { person, dialog, value } = await open("Traffic source");
  await vi.waitFor(() => expect(asked["top"]).toMatchObject({ by: "source", "filter.country": "DE" }));
  await person.click(value);
  await person.click(await screen.findByRole("option", { name: /^Direct/ }));
  await person.click(dialog.getByRole("button", { name: "Apply" }));
  const filters = within(await screen.findByRole("list", { name: "Filters" }));
  await vi.waitFor(() => expect(filters.getAllByRole("listitem")).toHaveLength(2));
  expect(router.state.location.search).toBe(`?${days}&filter.country=DE&filter.source=`);
  await vi.waitFor(() => expect(asked["forms"]).toMatchObject({ "filter.source": "", "filter.country": "DE" }));
  await person.click(screen.getByRole("button", { name: "Remove all filters" }));
  await vi.waitFor(() => expect(router.state.location.search).toBe(`?${days}`));
});

test("other texts can be typed, which pages begin with a slash", async () => {
  const { router } = renderApp(`${base}/products?${days}`);
  const { person, dialog, value } = await open("Entry page");
  await person.type(value, "sale");
  expect(await dialog.findByText("Enter the path of a page, which begins with “/”")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Apply" })).toBeDisabled();
  await person.clear(value);
  await person.type(value, "/sale{Enter}");
  expect(await screen.findByText("Entry page: /sale")).toBeVisible();
  expect(router.state.location.search).toContain("filter.entry=%2Fsale");
});

test("of codes only those that occur can be chosen", async () => {
  renderApp(`${base}/events?${days}`);
  const { person, dialog, value } = await open("Device");
  await person.type(value, "fridge");
  expect(await dialog.findByText("Choose a value from the list")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Apply" })).toBeDisabled();
  await person.keyboard("{Escape}{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("values that could not be loaded are asked for again", async () => {
  renderApp(`${base}/searches?${days}`);
  server.use(http.get("*/analytics/top", () => new HttpResponse(null, { status: 503 })));
  const { person, dialog, value } = await open("Browser");
  const retry = await dialog.findByRole("button", { name: "Try again" });
  server.resetHandlers();
  await person.click(retry);
  await vi.waitFor(() => expect(dialog.queryByRole("alert")).toBeNull());
  await person.click(value);
  expect(await screen.findByRole("option", { name: /^Safari/ })).toBeVisible();
});

test("where nothing occurs, the dialog says so", async () => {
  renderApp(`${base}/searches?${days}`);
  server.use(
    http.get("*/analytics/top", () =>
      HttpResponse.json({ timeZone: "UTC", currency: "USD", from: "", to: "", by: "campaign", rows: [], more: false }),
    ),
  );
  const { dialog } = await open("Campaign");
  expect(await dialog.findByText("No visits in this period")).toBeVisible();
});

test("speed is filtered by page and device, in the address too", async () => {
  const { router } = renderApp(`${base}/speed?${days}&filter.country=DE`);
  await vi.waitFor(() => expect(asked["speed"]).not.toHaveProperty("filter.country"));
  const { person, dialog, value } = await open("Device");
  await person.type(value, "Mob{Enter}");
  await person.click(dialog.getByRole("button", { name: "Apply" }));
  expect(await screen.findByText("Device: Mobile")).toBeVisible();
  const filters = within(screen.getByRole("list", { name: "Filters" }));
  expect(filters.queryByText("Country: Germany")).toBeNull();
  const idle = within(screen.getByRole("list", { name: "Filters that do not apply here" }));
  expect(idle.getByText("Country: Germany")).toBeVisible();
  expect(screen.getByText(/cannot be filtered by these/)).toBeVisible();
  expect(router.state.location.search).toContain("filter.device=mobile");
  await vi.waitFor(() => expect(asked["speed"]).toMatchObject({ device: "mobile" }));
});

test("errors are those of the period, by page and browser", async () => {
  renderApp(`${base}/errors?${days}&filter.page=%2Fshop&filter.country=DE`);
  const { person, value } = await open("Browser");
  await person.type(value, "Saf{Enter}{Enter}");
  expect(await screen.findByText("Browser: Safari")).toBeVisible();
  expect(screen.getByText("Page: /shop")).toBeVisible();
  const [from, to] = ["2026-11-01", "2026-11-03"];
  await vi.waitFor(() => expect(asked["errors"]).toEqual({ from, to, page: "/shop", browser: "Safari" }));
  expect(screen.queryByRole("switch")).toBeNull();
});

test("real time is filtered too, by a click on a value as well", async () => {
  const { router } = renderApp(`${base}/live?filter.device=mobile`);
  expect(await screen.findByText("Device: Mobile")).toBeVisible();
  await vi.waitFor(() => expect(asked["live"]).toEqual({ "filter.device": "mobile" }));
  const countries = within(await screen.findByRole("region", { name: "Countries" }));
  await userEvent.setup().click(await countries.findByRole("button", { name: "Germany" }));
  await vi.waitFor(() => expect(asked["live"]).toEqual({ "filter.device": "mobile", "filter.country": "DE" }));
  expect(router.state.location.search).toBe("?filter.device=mobile&filter.country=DE");
  expect(screen.queryByRole("combobox", { name: "Period" })).toBeNull();
});

test.each(["analytics/emails", "sales"])("%s says that filters do not apply, and removes them", async (path) => {
  const { router } = renderApp(`/sites/w-juniper/${path}?${days}&filter.country=DE&filter.device=mobile`);
  const idle = within(await screen.findByRole("list", { name: "Filters that do not apply here" }));
  expect(idle.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Country: Germany", "Device: Mobile"]);
  expect(screen.getByText("This report is not about visits, so these filters do not apply to it.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Add filter" })).toBeNull();
  screen.getByRole("button", { name: "Remove these filters" }).focus();
  await userEvent.setup().keyboard("{Enter}");
  await vi.waitFor(() => expect(router.state.location.search).toBe(`?${days}`));
  expect(screen.queryByRole("list", { name: "Filters that do not apply here" })).toBeNull();
  expect(screen.getByRole("group", { name: "Period and filters" })).toHaveFocus();
});

test("removed with the keyboard, a filter hands the focus to the next one, and Back brings it back", async () => {
  const { router } = renderApp(`${base}/engagement?${days}&filter.country=DE&filter.device=mobile`);
  const filters = within(await screen.findByRole("list", { name: "Filters" }, { timeout: 10_000 }));
  const person = userEvent.setup();
  await person.click(filters.getByText("Country: Germany"));
  expect(filters.getAllByRole("listitem")).toHaveLength(2);
  const [first, second] = filters.getAllByRole("button", { name: /^Remove the filter / });
  first?.focus();
  await person.keyboard("{Delete}");
  await vi.waitFor(() => expect(filters.getAllByRole("listitem")).toHaveLength(1));
  expect(second).toHaveFocus();
  await person.keyboard("{Enter}");
  await vi.waitFor(() => expect(router.state.location.search).toBe(`?${days}`));
  expect(screen.getByRole("button", { name: "Add filter" })).toHaveFocus();
  await router.navigate(-1);
  expect(await screen.findByRole("list", { name: "Filters" })).toBeVisible();
  await router.navigate(-1);
  await vi.waitFor(() => expect(screen.getAllByRole("button", { name: /^Remove the filter / })).toHaveLength(2));
});

test("what happens now is filtered too, and keeps its filters when another report is opened", async () => {
  const { router } = renderApp(`${base}/live`);
  const person = userEvent.setup();
  const countries = within(await screen.findByRole("region", { name: "Countries" }));
  await person.click(await countries.findByRole("button", { name: "Germany" }));
  expect(await screen.findByText("Country: Germany")).toBeVisible();
  await vi.waitFor(() => expect(asked["live"]).toEqual({ "filter.country": "DE" }));
  await person.click(screen.getByRole("link", { name: "Sources" }));
  expect(router.state.location.search).toContain("filter.country=DE");
});
