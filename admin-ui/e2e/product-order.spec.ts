import { expect, test } from "@playwright/test";
import { expectAccessible, signIn } from "./support/admin.ts";
import { owner, siteUrl } from "./support/environment.ts";

test("the owner reorders products by mouse and keyboard, and the shop shows the order", async ({ page, context }) => {
  const { screen } = await signIn(page, owner);
  await page.goto(screen("products"));
  await page.getByRole("link", { name: "Product order" }).click();
  const rows = page.getByRole("list", { name: "Products in their order" }).getByRole("listitem");
  await expect(rows.nth(3)).toBeVisible();
  const nameOf = async (index: number): Promise<string> =>
    (
      (await rows
        .nth(index)
        .getByRole("button", { name: /to the top$/ })
        .getAttribute("aria-label")) ?? ""
    )
      .replace("Move ", "")
      .replace(" to the top", "");
  const [first, second, third] = [await nameOf(0), await nameOf(1), await nameOf(2)];
  await expectAccessible(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `the list at ${width}`).toBeLessThanOrEqual(0);
  }

  const top = page.getByRole("button", { name: `Move ${third} to the top` });
  await top.focus();
  await top.press("Enter");
  await expect(page.getByText(`${third} moved to position 1.`)).toBeAttached();
  await expect.poll(() => nameOf(0)).toBe(third);

  await rows.nth(0).dragTo(rows.nth(2), { targetPosition: { x: 60, y: 40 } });
  await expect.poll(async () => [await nameOf(0), await nameOf(1), await nameOf(2)]).toEqual([first, second, third]);

  await page.getByRole("button", { name: `Move ${second} up` }).press("Enter");
  await expect.poll(() => nameOf(0)).toBe(second);
  const shop = await context.newPage();
  await shop.goto(new URL("/shop", siteUrl).href);
  await expect(shop.locator(".stoa-product-card").first()).toContainText(second);
  await shop.close();
  await page.getByRole("button", { name: `Move ${second} down` }).press("Enter");
  await expect.poll(() => nameOf(0)).toBe(first);
});

test("the owner sets the number of products per page", async ({ page, context }) => {
  const { screen } = await signIn(page, owner);
  const choose = async (count: string): Promise<void> => {
    await page.goto(screen("products"));
    await page.getByRole("link", { name: "Product order" }).click();
    await page.getByLabel("Products per page").fill(count);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
  };
  await choose("3");
  const shop = await context.newPage();
  await shop.goto(new URL("/shop", siteUrl).href);
  await expect(shop.locator(".stoa-product-card")).toHaveCount(3);
  await shop.close();
  await choose("24");
});
