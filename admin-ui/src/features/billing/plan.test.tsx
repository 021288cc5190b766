import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { sample } from "@/testing/sample-data";

const patience = { timeout: 10_000 };
const trial = "/sites/w-juniper/settings/billing/upgrade";

/** Where the link with a text leads; cheaper than a look at all roles of a whole screen. */
function addressOf(text: string): string | null | undefined {
  const links = screen.queryAllByText(text).map((found) => found.closest("a"));
  return links.find((link) => link !== null)?.getAttribute("href");
}

afterEach(() => {
  sample.status = "paid";
});

// spec: navigation.route.upgrade-trial
test("on trial, the upgrade leads from the overview and the navigation to its screen", async () => {
  sample.status = "trial";
  renderApp("/sites/w-juniper");
  await screen.findByText("Upgrade", {}, patience);
  expect([addressOf("Upgrade"), addressOf("Plan")]).toEqual([trial, trial]);
});

test("the paths of both screens open the one that the site's standing asks for", async () => {
  sample.status = "trial";
  renderApp("/settings/billing/subscriptions/website");
  expect(await screen.findByText("How the trial becomes a site of its own", {}, patience)).toBeVisible();
  expect(screen.getByText(/Visitors need the password of the site/)).toBeVisible();
});

// spec: navigation.route.upgrade-plan
test("any other site has a plan that is changed on its own screen", async () => {
  renderApp("/settings/billing/upgrade");
  expect(await screen.findByText("How the plan becomes another", {}, patience)).toBeVisible();
  expect(screen.getByText("Paid")).toBeVisible();
  expect(addressOf("Plan")).toBe("/sites/w-juniper/settings/billing/subscriptions/website");
});

test("the plan says how much the site can hold, and how much of that is used", async () => {
  backEnd.storage = { plan: "Small shop", usedBytes: 1_850_000_000, siteBytes: 2_000_000_000, pictureBytes: 10_000_000, fileBytes: 50_000_000 };
  renderApp("/sites/w-juniper/settings/billing/subscriptions/website");
  expect(await screen.findByText("Small shop", {}, patience)).toBeVisible();
  expect(screen.getByText("A picture can have 10 MB, any other file 50 MB.")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "1.9 GB of 2 GB used" })).toHaveAttribute("aria-valuenow", "93");
});

test("who may not change the plan reads whom to ask", async () => {
  renderApp("/sites/w-juniper/settings/billing/subscriptions/website", "viewer");
  expect(await screen.findByText("Ask an administrator", {}, patience)).toBeVisible();
  expect(addressOf("Plan")).toBeUndefined();
});
