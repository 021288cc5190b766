import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { backEnd, problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import type { Delivery } from "../deliveries-api";

const patience = { timeout: 10_000 };
const path = "/sites/w-juniper/plugins?tab=deliveries";

const dead: Delivery = {
  id: "evd_1",
  pluginId: "acme.forwarder",
  eventId: "evt_1",
  topic: "order.paid",
  objectId: "ord_1",
  state: "dead",
  attempts: 12,
  dueOn: null,
  lastTriedOn: 2,
  lastError: "the plugin acme.forwarder took too long",
  createdOn: 1,
  deadOn: 3,
};
const failing: Delivery = { ...dead, id: "evd_2", topic: "stock.low", state: "failing", attempts: 1, dueOn: 4 };

it("shows events that a plugin did not take, delivers them again and drops them", async () => {
  const user = userEvent.setup();
  backEnd.pluginDeliveries = [dead, failing];
  renderApp(path);
  const first = (await screen.findByText("Order paid for acme.forwarder", {}, patience)).closest("li");
  expect(within(first!).getByText("Failed")).toBeVisible();
  expect(within(first!).getByText(/Tried 12 times/)).toBeVisible();
  expect(within(first!).getByText("the plugin acme.forwarder took too long")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Deliver Order paid again" }));
  expect(await screen.findByText("The event is delivered again", {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Drop Low stock" }));
  await user.click(await screen.findByRole("button", { name: "Drop" }, patience));
  expect(await screen.findByText("No events are waiting", {}, patience)).toBeVisible();
});

it("delivers all failed events again", async () => {
  const user = userEvent.setup();
  backEnd.pluginDeliveries = [dead, { ...dead, id: "evd_3" }];
  renderApp(path);
  await user.click(await screen.findByRole("button", { name: "Deliver all again" }, patience));
  const dialog = await screen.findByRole("dialog", {}, patience);
  expect(within(dialog).getByText(/Plugins get the 2 failed events/)).toBeVisible();
  await user.click(within(dialog).getByRole("button", { name: "Deliver all again" }));
  expect(await screen.findByText("No events are waiting", {}, patience)).toBeVisible();
});

it("shows the last runs of jobs and runs one now", async () => {
  const user = userEvent.setup();
  const run = { id: "plr_1", scheduledOn: 1, beganOn: 1, endedOn: 2, error: "told to fail" };
  backEnd.pluginJobs = [
    {
      pluginId: "acme.report",
      name: "nightly",
      cadence: "daily:03:30",
      dueOn: 3,
      asked: false,
      runs: [{ ...run, status: "failed" }],
    },
  ];
  renderApp(path);
  expect(await screen.findByText("nightly of acme.report", {}, patience)).toBeVisible();
  expect(screen.getByText(/Every day at 03:30, next/)).toBeVisible();
  expect(screen.getByText(/Failed · told to fail/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Run nightly now" }));
  expect(await screen.findByText("The job runs now", {}, patience)).toBeVisible();
});

it("offers to try again when the list cannot be read", async () => {
  server.use(
    http.get("*/plugins/deliveries", () =>
      HttpResponse.json(problem(503, "unavailable", "Try again later."), { status: 503 }),
    ),
  );
  renderApp(path);
  expect(await screen.findByRole("button", { name: /try again/i }, patience)).toBeVisible();
  expect(await screen.findByText("No scheduled jobs", {}, patience)).toBeVisible();
});
