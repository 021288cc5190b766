// spec: load-test.admin
import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { on, refuse } from "@/testing/route";
import { madeNothing } from "@/testing/samples/sample-load-tests";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };
const address = "/sites/w-juniper/settings/load-tests";
const path = "/api/v1/websites/{websiteId}/load-tests";

it("allows load tests for a time, and stops them", async () => {
  const user = userEvent.setup();
  backEnd.loadRuns = [];
  renderApp(address);
  expect(await screen.findByText(/^Load tests are off/, {}, patience)).toBeVisible();
  expect(await screen.findByText("No runs yet", {}, patience)).toBeVisible();
  const rate = screen.getByRole("textbox", { name: "Maximum calls per second" });
  await user.clear(rate);
  await user.type(rate, "500000");
  await user.click(screen.getByRole("button", { name: "Allow load tests" }));
  expect(await screen.findByText("Enter a whole number from 1 to 100,000.")).toBeVisible();
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
  expect(backEnd.loadTests.allowedUntil).toBeGreaterThanOrEqual(before + 4 * 3_600_000);
  await user.click(screen.getByRole("button", { name: "Stop load tests" }));
  const dialog = await screen.findByRole("dialog", { name: "Stop load tests now?" });
  await user.click(within(dialog).getByRole("button", { name: "Stop load tests" }));
  expect(await screen.findByText(/^Load tests are off/, {}, patience)).toBeVisible();
  expect(backEnd.loadTests).toMatchObject({ allowedUntil: null, maxCallsPerSecond: 200 });
});

it("asks for a time in the future", async () => {
  const user = userEvent.setup();
  renderApp(address);
  await user.click(await screen.findByRole("combobox", { name: "Allow for" }, patience));
  await user.click(screen.getByRole("option", { name: "Until a date and time" }));
  const until = await screen.findByLabelText("Allowed until");
  await user.click(screen.getByRole("button", { name: "Allow load tests" }));
  expect(await screen.findByText("Enter a time in the future.")).toBeVisible();
  fireEvent.change(until, { target: { value: "2999-01-01T10:00" } });
  await user.click(screen.getByRole("button", { name: "Allow load tests" }));
  expect(await screen.findByText(/^Load tests are allowed until .*2999/, {}, patience)).toBeVisible();
  expect(new Date(backEnd.loadTests.allowedUntil ?? 0).getFullYear()).toBe(2999);
});

it("shows the key once, with the command line that uses it", async () => {
  const user = userEvent.setup();
  const { view } = renderApp(address);
  await user.click(await screen.findByRole("button", { name: "Make a key" }, patience));
  expect(await screen.findByRole("textbox", { name: "Key for load tests" }, patience)).toHaveValue("sesame");
  expect(screen.getByRole("textbox", { name: "Command line" })).toHaveValue(
    "k6 run --env STOA_URL=http://stoa.test --env STOA_KEY=sesame load-tests/profiles/average.ts",
  );
  const write = vi.spyOn(navigator.clipboard, "writeText");
  await user.click(screen.getByRole("button", { name: "Copy the key" }));
  expect(write).toHaveBeenCalledWith("sesame");
  view.unmount();
  renderApp(address);
  expect(await screen.findByText(/^There is a key/, {}, patience)).toBeVisible();
  expect(screen.queryByDisplayValue("sesame")).not.toBeInTheDocument();
});

it("says what has to be true, with links to where it is switched on", async () => {
  backEnd.loadTests = { ...backEnd.loadTests, paymentInTestMode: false, openToVisitors: false };
  renderApp(address);
  const link = await screen.findByRole("link", { name: "Open the payment settings" }, patience);
  expect(link).toHaveAttribute("href", "/sites/w-juniper/payments");
  expect(screen.getByRole("link", { name: "Open the settings" })).toHaveAttribute("href", "/sites/w-juniper/settings");
  expect(screen.getAllByTitle("Not yet")).toHaveLength(2);
});

it("offers no form where the installation forbids load tests", async () => {
  backEnd.loadTests = { ...backEnd.loadTests, forbidden: true };
  renderApp(address);
  expect(
    await screen.findByText("The operator of this installation does not allow load tests.", {}, patience),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Allow load tests" })).not.toBeInTheDocument();
});

it("removes what a run made after a confirmation, and shows how far it is", async () => {
  const user = userEvent.setup();
  renderApp(address);
  const row = await screen.findByRole("row", { name: /^monday/ }, patience);
  expect(within(row).getByText("12 orders and 1 cart")).toBeVisible();
  await user.click(within(row).getByRole("button", { name: "Remove what the run made: monday" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove what monday made?" });
  expect(backEnd.loadRuns).toMatchObject([{ state: "ended" }]);
  await user.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("46 % removed", {}, patience)).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Removal of monday" })).toHaveAttribute("aria-valuenow", "46");
  const kept = { ...madeNothing, orders: 2, comments: 1 };
  const removed = { ...madeNothing, orders: 10, carts: 1 };
  backEnd.loadRuns = backEnd.loadRuns.map((run) => ({ ...run, state: "removed" as const, removed, kept }));
  expect(await screen.findByText("Removed: 10 orders and 1 cart", {}, patience)).toBeVisible();
  expect(screen.getByText("Kept, since people or real money have to do with it: 2 orders and 1 comment")).toBeVisible();
});

it("shows further runs", async () => {
  const user = userEvent.setup();
  const [latest] = backEnd.loadRuns;
  if (latest === undefined) throw new Error("the sample has no run");
  backEnd.loadRuns = Array.from({ length: 27 }, (_, index) => ({
    ...latest,
    id: `lr_${index}`,
    name: `night-${index}`,
  }));
  renderApp(address);
  expect(await screen.findByRole("row", { name: /^night-0/ }, patience)).toBeVisible();
  expect(screen.queryByRole("row", { name: /^night-26/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByRole("row", { name: /^night-26/ }, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
});

it("says that the runs cannot be loaded, and tries again", async () => {
  const user = userEvent.setup();
  server.use(on("get", `${path}/runs`, () => refuse(500, "internal", "Something went wrong.")));
  renderApp(address);
  const again = await screen.findByRole("button", { name: "Try again" }, patience);
  server.use(on("get", `${path}/runs`, () => ({ runs: backEnd.loadRuns, hasNextPage: false })));
  await user.click(again);
  expect(await screen.findByRole("row", { name: /^monday/ }, patience)).toBeVisible();
});
