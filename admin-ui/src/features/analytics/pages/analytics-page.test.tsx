// spec: analytics.reports.open
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { backEnd } from "@/testing/back-end";
import { server } from "@/testing/server";
import { renderApp } from "@/testing/render-app";
import { asked, figuresOf } from "../fake-answers";
import "../components/line-chart";
import "./analytics-page";

const base = "/sites/w-juniper/analytics";
const days = "from=2026-11-01&to=2026-11-03";

function region(name: string) {
  return screen.findByRole("region", { name });
}

test("shows the figures with a table, and compares them", async () => {
  renderApp(`${base}?${days}`);
  const visits = within(await region("Visits"));
  expect(await visits.findByRole("button", { name: "Visits 300" })).toHaveAttribute("aria-pressed", "true");
  expect(visits.getByRole("button", { name: /Bounce rate 25%/ })).toBeVisible();
  expect(visits.getByRole("button", { name: /Visit duration 1m 5s/ })).toBeVisible();
  const table = visits.getByRole("table", { name: "Visits over time" });
  expect(within(table).getAllByRole("row")).toHaveLength(4);
  expect(visits.getByText(/America\/Los_Angeles/)).toBeVisible();
  await userEvent.setup().click(screen.getByRole("switch", { name: "Compare with the previous period" }));
  expect(await visits.findByRole("button", { name: /Visits 300 \+50% \(before: 200\)/ })).toBeVisible();
});

test("a click on a value filters all reports, until the chip is removed", async () => {
  const { router } = renderApp(`${base}?${days}`);
  const person = userEvent.setup();
  const countries = within(await region("Countries"));
  await person.click(await countries.findByRole("button", { name: "Germany" }));
  const filters = await screen.findByRole("list", { name: "Filters" });
  expect(within(filters).getByText("Country: Germany")).toBeVisible();
  expect(router.state.location.search).toContain("filter.country=DE");
  await vi.waitFor(() => expect(asked["summary"]).toMatchObject({ "filter.country": "DE", from: "2026-11-01" }));
  await person.click(screen.getByRole("link", { name: "Sources" }));
  expect(await region("Campaigns")).toBeVisible();
  expect(screen.getByText("Country: Germany")).toBeVisible();
  screen.getByText("Country: Germany").closest<HTMLElement>("[role=button], .MuiChip-root")?.focus();
  await person.keyboard("{Delete}");
  await vi.waitFor(() => expect(router.state.location.search).not.toContain("filter.country"));
});

test("names the chosen days, and refuses reversed ones", async () => {
  const { router } = renderApp(base);
  const person = userEvent.setup();
  await person.click(await screen.findByRole("combobox", { name: "Period" }));
  await person.click(await screen.findByRole("option", { name: "Last 7 days" }));
  expect(router.state.location.search).toBe("?range=7-days");
  const from = screen.getByLabelText("From", { selector: "input" });
  await person.clear(from);
  await person.type(from, "2999-01-01");
  expect(await screen.findByText("Choose a day after the first one")).toBeVisible();
});

test("says where nothing is counted", async () => {
  const { analytics } = backEnd.websiteSettings;
  if (analytics !== undefined) backEnd.websiteSettings.analytics = { ...analytics, isEnabled: false };
  renderApp(`${base}?${days}`);
  expect(await screen.findByText("Visits to this site are not counted.")).toBeVisible();
});

test("an empty period says what would be there", async () => {
  server.use(
    http.get("*/analytics/summary", () =>
      HttpResponse.json({ timeZone: "UTC", currency: "USD", from: "", to: "", totals: figuresOf(0), before: null }),
    ),
  );
  renderApp(`${base}?${days}`);
  expect(await within(await region("Visits")).findByText("No visits in this period")).toBeVisible();
});

test("a failed report can be loaded again", async () => {
  server.use(http.get("*/analytics/top", () => new HttpResponse(null, { status: 503 })));
  renderApp(`${base}/sources?${days}`);
  const sources = within(await region("Sources"));
  const retry = await sources.findByRole("button", { name: "Try again" });
  server.resetHandlers();
  await userEvent.setup().click(retry);
  expect(await sources.findByText("newsletter")).toBeVisible();
});

/** The names of the files that are saved. */
function savedFiles(): string[] {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:csv", revokeObjectURL: () => undefined }));
  return saved;
}

test.each([
  ["Now", "minutes"],
  ["Pages", "pages"],
  ["Sources", "sources"],
  ["Countries", "countries"],
  ["Devices", "devices"],
  ["Latest events", "latest"],
])("real time saves %s as CSV, with the filters", async (title, list) => {
  const saved = savedFiles();
  renderApp(`${base}/live?filter.country=DE`);
  await userEvent.setup().click(await screen.findByRole("button", { name: `Download CSV: ${title}` }));
  await vi.waitFor(() => expect(saved).toEqual([`real-time-${list}.csv`]));
  expect(asked["live"]).toEqual({ format: "csv", list, "filter.country": "DE" });
  vi.restoreAllMocks();
});

test("saves a report as CSV", async () => {
  const saved = savedFiles();
  renderApp(`${base}/searches?${days}`);
  await userEvent.setup().click(await screen.findByRole("button", { name: "Download CSV: Searches" }));
  await vi.waitFor(() => expect(saved).toEqual(["searches.csv"]));
  expect(asked["searches"]).toMatchObject({ format: "csv", from: "2026-11-01", to: "2026-11-03" });
  vi.restoreAllMocks();
});

test("what visitors did is compared and filtered like their visits", async () => {
  const { router } = renderApp(`${base}/searches?${days}&compare=true&filter.source=google`);
  const searches = within(await region("Searches"));
  expect(await searches.findByText("+20% (before: 10)")).toBeVisible();
  expect(within(searches.getByRole("row", { name: /^mug/ })).getByText("+100%")).toBeVisible();
  expect(asked["searches"]).toMatchObject({ compare: "true", "filter.source": "google" });
  expect(screen.getByText("Traffic source: google")).toBeVisible();
  await router.navigate(`${base}/products?${days}&compare=true`);
  const products = within(await region("Products"));
  expect(within(await products.findByRole("row", { name: /^Hearth mug/ })).getByText("+50%")).toBeVisible();
  await userEvent.setup().click(await screen.findByRole("button", { name: "google" }));
  await vi.waitFor(() => expect(asked["funnel"]).toMatchObject({ "filter.source": "google" }));
  await router.navigate(`${base}/emails?${days}&compare=true`);
  const emails = within(await region("E-mails"));
  expect(within(await emails.findByRole("row", { name: /^Order confirmation/ })).getByText("+50%")).toBeVisible();
});

test("other events are listed by kind", async () => {
  renderApp(`${base}/events?${days}`);
  const links = within(await region("Links to other websites"));
  expect(await links.findByRole("row", { name: /^https:\/\/maps\.example\.com\/ 7/ })).toBeVisible();
  const kinds = within(await region("Other events"));
  expect(await kinds.findByRole("row", { name: "New accounts 1" })).toBeVisible();
  await userEvent.setup().click(await kinds.findByRole("button", { name: "Downloads" }));
  expect(await within(await region("Downloads")).findByText("/menu.pdf")).toBeVisible();
});

test("notes are added, changed and deleted", async () => {
  renderApp(`${base}?${days}`);
  const person = userEvent.setup();
  await person.click(await screen.findByRole("button", { name: "Add a note" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a note" }));
  await person.clear(dialog.getByLabelText("Day"));
  await person.type(dialog.getByLabelText("Day"), "2026-11-02");
  await person.type(dialog.getByLabelText("Note"), "Autumn sale");
  await person.click(dialog.getByRole("button", { name: "Save" }));
  const notes = within(await screen.findByRole("list", { name: "Notes" }));
  await person.click(notes.getByRole("button", { name: "Autumn sale" }));
  await person.click(await screen.findByRole("button", { name: "Delete note" }));
  await vi.waitFor(() => expect(screen.queryByText("Autumn sale")).toBeNull());
});

test("a link is made, shown and ended", async () => {
  renderApp(base);
  const person = userEvent.setup();
  await person.click(await screen.findByRole("button", { name: "Share" }));
  await person.type(await screen.findByLabelText("What the link is for"), "Agency");
  await person.click(screen.getByRole("button", { name: "Create link" }));
  expect(await screen.findByLabelText("Agency")).toHaveValue("https://juniper.example/analytics/shared/secret");
  await person.click(await screen.findByRole("button", { name: "End link Agency" }));
  await person.click(await screen.findByRole("button", { name: "End link" }));
  await vi.waitFor(() => expect(screen.queryByRole("list", { name: "Links" })).toBeNull());
});

test("the e-mail report is chosen", async () => {
  renderApp(base);
  const person = userEvent.setup();
  await person.click(await screen.findByRole("button", { name: "E-mail report" }));
  await person.click(await screen.findByRole("combobox", { name: "How often" }));
  await person.click(await screen.findByRole("option", { name: /Every week/ }));
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved")).toBeVisible();
});

test("each further report is shown", async () => {
  const { router } = renderApp(`${base}/live`);
  expect(await screen.findByText("2 visitors in the last 5 minutes")).toBeVisible();
  expect(await screen.findByText(/Added to the cart · \/shop\/mug · Germany · Mobile/)).toBeVisible();
  const seen: [string, string | RegExp][] = [
    ["pages", "/shop"],
    ["audience", "German"],
    ["engagement", "Contact"],
    ["events", "Links to other websites"],
    ["products", "Hearth mug"],
    ["speed", "Main content shown (LCP)"],
    ["emails", "Order confirmation"],
    ["errors", "TypeError: undefined is not a function"],
    ["errors/e-1", "at open (shop.js:12:4)"],
  ];
  for (const [path, text] of seen) {
    await router.navigate(`${base}/${path}`);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  }
});

test("is not for those without the permission", async () => {
  renderApp(base, "viewer");
  expect(await screen.findByText("No access")).toBeVisible();
});
