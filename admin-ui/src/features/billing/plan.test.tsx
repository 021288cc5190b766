import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { sample } from "@/testing/samples/sample-data";

const patience = { timeout: 10_000 };
const trial = "/sites/w-juniper/settings/billing/upgrade";

/** The href of the link with a text; cheaper than a role query on a whole screen. */
function addressOf(text: string): string | null | undefined {
  const links = screen.queryAllByText(text).map((found) => found.closest("a"));
  return links.find((link) => link !== null)?.getAttribute("href");
}

afterEach(() => {
  sample.status = "paid";
});

// spec: navigation.route.upgrade-trial
test("on trial, overview and navigation link to the upgrade screen", async () => {
  sample.status = "trial";
  renderApp("/sites/w-juniper");
  await screen.findByText("Upgrade", {}, patience);
  await userEvent.click(screen.getByText("Site"));
  expect([addressOf("Upgrade"), addressOf("Plan")]).toEqual([trial, trial]);
});

test("the paths of both screens open the one for the site's status", async () => {
  sample.status = "trial";
  renderApp("/settings/billing/subscriptions/website");
  expect(await screen.findByText("How to upgrade", {}, patience)).toBeVisible();
  expect(screen.getByText(/Visitors need the site password/)).toBeVisible();
});

// spec: navigation.route.upgrade-plan
test("on other sites the plan screen is shown", async () => {
  renderApp("/settings/billing/upgrade");
  expect(await screen.findByText("How to change the plan", {}, patience)).toBeVisible();
  expect(screen.getByText("Paid")).toBeVisible();
  expect(addressOf("Plan")).toBe("/sites/w-juniper/settings/billing/subscriptions/website");
});

test("shows the storage limit and the used storage", async () => {
  backEnd.storage = {
    plan: "Small shop",
    usedBytes: 1_850_000_000,
    siteBytes: 2_000_000_000,
    pictureBytes: 10_000_000,
    fileBytes: 50_000_000,
  };
  renderApp("/sites/w-juniper/settings/billing/subscriptions/website");
  expect(await screen.findByText("Small shop", {}, patience)).toBeVisible();
  expect(screen.getByText("An image can be up to 10 MB, any other file up to 50 MB.")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "1.9 GB of 2 GB used" })).toHaveAttribute("aria-valuenow", "93");
});

test("users who may not change the plan see whom to ask", async () => {
  renderApp("/sites/w-juniper/settings/billing/subscriptions/website", "viewer");
  expect(await screen.findByText("Ask an administrator", {}, patience)).toBeVisible();
  expect(addressOf("Plan")).toBeUndefined();
});
