import { expect, test } from "@playwright/test";
import { expectAccessible, signIn } from "./support/admin.ts";
import { owner, siteUrl } from "./support/environment.ts";

/** A browser that people use, and that no other journey has: the one that runs the journeys counts as a bot. */
const userAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0";

// spec: analytics.reports.open
test("a visit is seen live and in the figures, by keyboard and on a phone", async ({ page, browser }) => {
  const stranger = await browser.newContext({ userAgent });
  const visitor = await stranger.newPage();
  const counted = visitor.waitForResponse("**/api/census/RecordHit");
  await visitor.goto(`${siteUrl}/?utm_source=journey&utm_campaign=autumn`);
  expect((await counted).ok()).toBe(true);

  const { screen } = await signIn(page, owner);
  await page.goto(screen("analytics/live"));
  await expect(page.getByText(/visitors? in the last 5 minutes/)).toBeVisible();
  await expect(
    page
      .getByRole("region", { name: "Latest events" })
      .getByText(/^Page viewed · \//)
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await stranger.close();

  const reports = page.getByRole("navigation", { name: "Reports" });
  await reports.getByRole("link", { name: "Overview" }).press("Enter");
  const figures = page.getByRole("group", { name: "Figures" });
  await expect(figures.getByRole("button", { name: /^Page views [1-9]/ })).toBeVisible();
  await figures.getByRole("button", { name: /^Page views/ }).press("Space");
  await page.getByRole("button", { name: "Show as a table" }).press("Enter");
  await expect(page.getByRole("table", { name: "Page views over time" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("table", { name: "Sources" }).getByRole("button", { name: "journey" }).press("Enter");
  await expect(page.getByRole("list", { name: "Filters" }).getByText("Traffic source: journey")).toBeVisible();
  await reports.getByRole("link", { name: "Sources" }).click();
  await expect(page.getByRole("table", { name: "Campaigns" }).getByText("autumn")).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  const fits = async () => {
    await expectAccessible(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  };
  for (const path of ["", "/pages", "/events", "/products", "/speed", "/searches", "/errors"]) {
    await page.goto(screen(`analytics${path}`));
    await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
    await fits();
  }

  await page.goto(screen("analytics/searches"));
  await page.getByRole("button", { name: "Add filter" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add filter" });
  await dialog.getByRole("combobox", { name: "Value" }).fill("jour");
  await page.getByRole("option", { name: /^journey/ }).click();
  await fits();
  await dialog.getByRole("button", { name: "Apply" }).press("Enter");
  await expect(page.getByRole("list", { name: "Filters" }).getByText("Traffic source: journey")).toBeVisible();
  await fits();
});
