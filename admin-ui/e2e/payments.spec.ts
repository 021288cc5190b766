import { expect, test, type Page } from "@playwright/test";
import { expectAccessible, signIn } from "./support/admin.ts";
import { owner, siteUrl, viewer } from "./support/environment.ts";

const method = "Bank transfer";

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Payments saved")).toBeVisible();
}

test("the owner renames bank transfer, and the checkout shows it", async ({ page, browser }) => {
  const { screen } = await signIn(page, owner);
  await page.goto(screen("payments"));
  const offer = page.getByRole("switch", { name: `Offer ${method}` });
  await expect(offer).not.toBeChecked();
  await offer.check();
  await page.getByLabel(`Name of ${method} at checkout`).fill("Pay by giro");
  await page.getByLabel("Days to wait for a bank transfer").fill("900");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter a number of days, 90 at most")).toBeVisible();
  await page.getByLabel("Days to wait for a bank transfer").fill("10");
  await save(page);
  await expectAccessible(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `the form at ${width}`).toBeLessThanOrEqual(0);
  }

  const shopper = await (await browser.newContext()).newPage();
  await shopper.goto(new URL("/shop/glaze-notebook", siteUrl).href);
  await shopper.getByRole("button", { name: "Buy the PDF" }).click();
  await expect(shopper.getByRole("link", { name: "1 item in cart" })).toBeVisible();
  await shopper.goto(new URL("/checkout", siteUrl).href);
  await shopper.getByLabel("Email").fill("ada@example.com");
  await shopper.getByRole("button", { name: "Continue" }).click();
  await shopper.getByLabel("Country").selectOption("United States");
  const billed = {
    "First name": "Ada",
    "Last name": "Byron",
    "Street and number": "1 Main St",
    City: "Portland",
    State: "OR",
    "ZIP code": "97201",
  };
  for (const [label, text] of Object.entries(billed)) await shopper.getByLabel(label, { exact: true }).fill(text);
  await shopper.getByRole("button", { name: "Continue" }).click();
  await expect(shopper.getByText("Pay by giro")).toBeVisible();
  await shopper.close();

  await page.reload();
  await expect(page.getByLabel("Days to wait for a bank transfer")).toHaveValue("10");
  await page.getByRole("switch", { name: `Offer ${method}` }).uncheck();
  await page.getByLabel(`Name of ${method} at checkout`).fill("");
  await save(page);
});

test("viewers cannot change payments", async ({ page }) => {
  const { screen } = await signIn(page, viewer);
  await page.goto(screen("payments"));
  await expect(page.getByRole("switch", { name: `Offer ${method}` })).toHaveCount(0);
});
