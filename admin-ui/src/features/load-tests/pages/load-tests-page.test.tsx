// spec: load-test.admin
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { renderApp } from "@/testing/render-app";
import { on, refuse } from "@/testing/route";
import { server } from "@/testing/server";
import type { LoadRun, LoadRunCounts, LoadTestPermission, LoadTests } from "../api";

const patience = { timeout: 10_000 };
const address = "/sites/w-juniper/settings/load-tests";
const path = "/api/v1/websites/{websiteId}/load-tests";
const nothing: LoadRunCounts = {
  orders: 0,
  carts: 0,
  customers: 0,
  siteUsers: 0,
  pages: 0,
  assets: 0,
  products: 0,
  submissions: 0,
};
const off: LoadTests = {
  forbidden: false,
  allowedUntil: null,
  maxCallsPerSecond: 50,
  highestCallsPerSecond: 1_000,
  hasKey: false,
  paymentInTestMode: true,
  paymentMethods: [{ provider: "stoa-test", method: "card", testMode: true }],
  openToVisitors: true,
  revision: 3,
};
const ended: LoadRun = {
  id: "lr_1",
  name: "monday",
  profile: "average",
  state: "ended",
  maxCallsPerSecond: 50,
  startedOn: Date.UTC(2026, 10, 28, 9),
  endsOn: Date.UTC(2026, 10, 28, 10),
  endedOn: Date.UTC(2026, 10, 28, 9, 5),
  made: { ...nothing, orders: 12, carts: 1 },
  removed: nothing,
};

let tests = off;
let runs: LoadRun[] = [];

beforeEach(() => {
  tests = off;
  runs = [];
  server.use(
    on("get", path, () => tests),
    on("put", path, async ({ request }) => {
      const { revision } = tests;
      if (request.headers.get("If-Match") !== `"${revision}"`)
        return refuse(412, "revision-stale", "Reload the page first.");
      tests = { ...tests, ...((await request.json()) as LoadTestPermission), revision: revision + 1 };
      return tests;
    }),
    on("post", `${path}/key`, () => {
      tests = { ...tests, hasKey: true };
      return { key: "load_sesame" };
    }),
    on("get", `${path}/runs`, () => ({ runs })),
    on("delete", `${path}/runs/{runId}`, ({ path: { runId } }) => {
      const run = runs.find(({ id }) => id === runId) ?? refuse(404, "not-found", "Not found");
      const removing = { ...run, state: "removing" as const, removed: { ...nothing, orders: 6 } };
      runs = [removing];
      return removing;
    }),
  );
});

it("allows load tests for a time, and stops them", async () => {
  const user = userEvent.setup();
  const { view } = renderApp(address);
  expect(await screen.findByText(/^Load tests are off/, {}, patience)).toBeVisible();
  expect(await screen.findByText("No runs yet", {}, patience)).toBeVisible();
  const rate = screen.getByRole("textbox", { name: "Most calls a second" });
  await user.clear(rate);
  await user.type(rate, "5000");
  await user.click(screen.getByRole("button", { name: "Allow load tests" }));
  expect(await screen.findByText("Enter a whole number from 1 to 1,000.")).toBeVisible();
  await user.clear(rate);
  await user.type(rate, "200");
  await user.click(screen.getByRole("combobox", { name: "Allow for" }));
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "1 hour",
    "4 hours",
    "1 day",
    "Until a date and time",
  ]);
  await user.click(screen.getByRole("option", { name: "4 hours" }));
  const before = Date.now();
  await user.click(screen.getByRole("button", { name: "Allow load tests" }));
  expect(
    await screen.findByText(/^Load tests are allowed until .* at most 200 calls a second\.$/, {}, patience),
  ).toBeVisible();
  expect(tests.allowedUntil).toBeGreaterThanOrEqual(before + 4 * 3_600_000);
  await user.click(screen.getByRole("button", { name: "Stop load tests" }));
  const dialog = await screen.findByRole("dialog", { name: "Stop load tests now?" });
  await user.click(within(dialog).getByRole("button", { name: "Stop load tests" }));
  expect(await screen.findByText(/^Load tests are off/, {}, patience)).toBeVisible();
  expect(tests).toMatchObject({ allowedUntil: null, maxCallsPerSecond: 200 });
  view.unmount();
});

it("shows the key once, with the command line that uses it", async () => {
  const user = userEvent.setup();
  const { view } = renderApp(address);
  await user.click(await screen.findByRole("button", { name: "Make a key" }, patience));
  expect(await screen.findByRole("textbox", { name: "Key for load tests" }, patience)).toHaveValue("load_sesame");
  expect(screen.getByRole("textbox", { name: "Command line" })).toHaveValue(
    "k6 run --env STOA_URL=http://stoa.test --env STOA_KEY=load_sesame load-tests/profiles/average.ts",
  );
  const write = vi.spyOn(navigator.clipboard, "writeText");
  await user.click(screen.getByRole("button", { name: "Copy the key" }));
  expect(write).toHaveBeenCalledWith("load_sesame");
  view.unmount();
  renderApp(address);
  expect(await screen.findByText(/^There is a key/, {}, patience)).toBeVisible();
  expect(screen.queryByDisplayValue("load_sesame")).not.toBeInTheDocument();
});

it("says what has to be true, with links to where it is switched on", async () => {
  tests = { ...off, paymentInTestMode: false, openToVisitors: false };
  renderApp(address);
  const link = await screen.findByRole("link", { name: "Open the payment settings" }, patience);
  expect(link).toHaveAttribute("href", "/sites/w-juniper/payments");
  expect(screen.getByRole("link", { name: "Open the settings" })).toHaveAttribute("href", "/sites/w-juniper/settings");
  expect(screen.getAllByTitle("Not yet")).toHaveLength(2);
});

it("offers no form where the installation forbids load tests", async () => {
  tests = { ...off, forbidden: true };
  renderApp(address);
  expect(
    await screen.findByText("The operator of this installation does not allow load tests.", {}, patience),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Allow load tests" })).not.toBeInTheDocument();
});

it("removes what a run made after a confirmation, and shows how far it is", async () => {
  runs = [ended];
  const user = userEvent.setup();
  renderApp(address);
  const row = await screen.findByRole("listitem", { name: "monday" }, patience);
  expect(within(row).getByText("Made: 12 orders and 1 cart")).toBeVisible();
  await user.click(within(row).getByRole("button", { name: "Remove what the run monday made" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove what monday made?" });
  expect(runs).toEqual([ended]);
  await user.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("46 % removed", {}, patience)).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Removal of monday" })).toHaveAttribute("aria-valuenow", "46");
  runs = runs.map((run) => ({ ...run, state: "removed" as const, removed: run.made }));
  expect(await screen.findByText("Removed: 12 orders and 1 cart", {}, patience)).toBeVisible();
});

it("says that the runs cannot be loaded, and tries again", async () => {
  const user = userEvent.setup();
  server.use(on("get", `${path}/runs`, () => refuse(500, "internal", "Something went wrong.")));
  renderApp(address);
  const again = await screen.findByRole("button", { name: "Try again" }, patience);
  server.use(on("get", `${path}/runs`, () => ({ runs: [ended] })));
  await user.click(again);
  expect(await screen.findByRole("listitem", { name: "monday" }, patience)).toBeVisible();
});
