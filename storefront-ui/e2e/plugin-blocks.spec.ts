import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { shops } from "./shops";

/** A page of the demo with a countdown, questions and opening hours by plugins. */
const address = new URL("/classes", shops.juniper.url).href;

function countdown(page: Page) {
  return page.frameLocator('iframe[title="Countdown"]');
}

// spec: plugins.blocks.client
test("a countdown ticks in a frame of its own, which reaches nothing of the page", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(address);
  await expect(page.getByText("What should I wear?")).toBeVisible();
  await expect(page.getByText("The studio is open")).toBeVisible();
  await page.locator(".stoa-block-countdown").scrollIntoViewIfNeeded();
  const seconds = countdown(page).locator(".stoa-countdown__part").last();
  await expect(seconds).toContainText("seconds");
  const before = await seconds.locator(".stoa-countdown__number").textContent();
  await expect(seconds.locator(".stoa-countdown__number")).not.toHaveText(before ?? "");
  await expect(page.locator(".stoa-plugin-client > div")).toBeHidden();
  const frame = page.frames().find((one) => one.url().includes("/static/plugin-clients/"));
  const reached = await frame?.evaluate(async () => ({
    origin: window.origin,
    cookies: (() => {
      try {
        return document.cookie;
      } catch {
        return "refused";
      }
    })(),
    page: (() => {
      try {
        return window.parent.document.title;
      } catch {
        return "refused";
      }
    })(),
    network: await fetch("/api/commerce/shopping-cart").then(
      () => "answered",
      () => "refused",
    ),
  }));
  expect(reached).toEqual({ origin: "null", cookies: "refused", page: "refused", network: "refused" });
  await expectAccessible(page);
  expect(asked.some((path) => path.endsWith("/plugin-client.js"))).toBe(true);

  asked.length = 0;
  await page.goto(new URL(shops.juniper.store, shops.juniper.url).href);
  expect(asked.filter((path) => path.includes("plugin-client"))).toEqual([]);
});

test("visitors who want less motion see no seconds", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(address);
  await page.locator(".stoa-block-countdown").scrollIntoViewIfNeeded();
  await expect(countdown(page).getByText("minutes", { exact: true })).toBeVisible();
  await expect(countdown(page).getByText("seconds", { exact: true })).toHaveCount(0);
});

test("without scripts the page shows what the server has drawn", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  await expect(page.locator(".stoa-block-countdown").getByText("days", { exact: true })).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await context.close();
});
