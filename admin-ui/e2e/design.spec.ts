import { expect, test, type Locator, type Page } from "@playwright/test";
import { expectAccessible, signIn } from "./support/admin.ts";
import { owner, siteUrl } from "./support/environment.ts";

/** The accent colour of a page. */
function accentOf(root: Locator): Promise<string> {
  return root.evaluate((element) => getComputedStyle(element).getPropertyValue("--color-accent").trim());
}

async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Visitors see this design now.")).toBeVisible();
}

test("an owner tries colours and another theme, and publishes them", async ({ page, context }) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 844 });
  const { screen } = await signIn(page, owner);
  await page.goto(screen("design"));
  const drawn = page.frameLocator("iframe[title='Preview of the page']").locator("html");
  await expect(drawn.locator("main")).toBeVisible();
  const before = await accentOf(drawn);
  await page.getByRole("textbox", { name: "Accent", exact: true }).fill("#0a5c3c");
  await expect.poll(() => accentOf(drawn)).toBe("#0a5c3c");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await expectAccessible(page);
  const shop = await context.newPage();
  await shop.goto(siteUrl);
  expect(await accentOf(shop.locator("html"))).toBe(before);
  await publish(page);
  await shop.reload();
  expect(await accentOf(shop.locator("html"))).toBe("#0a5c3c");

  await page.getByRole("button", { name: "Theme", exact: true }).click();
  const chosen = page.getByRole("radio", { checked: true });
  const first = await chosen.textContent();
  await page.getByRole("radio", { checked: false }).first().click();
  const theme = await shop.locator("body").getAttribute("data-theme");
  await expect(drawn.locator("body")).not.toHaveAttribute("data-theme", theme ?? "");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(chosen).toHaveText(first ?? "");

  await page.getByRole("button", { name: "Colors", exact: true }).click();
  await page.getByRole("button", { name: "Reset Accent", exact: true }).click();
  await expect(page.getByText("Draft saved")).toBeVisible();
  await publish(page);
  await shop.reload();
  expect(await accentOf(shop.locator("html"))).toBe(before);
  await shop.close();
});

test("the design fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { screen } = await signIn(page, owner);
  await page.goto(screen("design"));
  await expect(page.getByRole("textbox", { name: "Accent", exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.frameLocator("iframe[title='Preview of the page']").locator("main")).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});
