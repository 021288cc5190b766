import { expect, test, type Page } from "@playwright/test";
import { expectAccessible, signIn } from "./support/admin.ts";
import { owner, siteUrl } from "./support/environment.ts";
import { openMailTo } from "./support/mail.ts";

const sku = "MOON-01";

/** Sets the stock of the sold-out jar on the inventory screen. */
async function setStock(page: Page, inventory: string, pieces: number): Promise<void> {
  await page.goto(`${inventory}?query=${sku}`);
  await page.getByRole("button", { name: `Adjust stock of ${sku}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Adjustment").click();
  await page.getByRole("option", { name: "Set to" }).click();
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await dialog.getByLabel("Quantity").fill(String(pieces));
  await dialog.getByLabel("Reason").fill("Back from the kiln");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: sku })).toContainText(
    pieces === 0 ? "Sold out" : `${pieces} left`,
  );
}

test("a customer requests a sold-out product, the owner restocks it, and the e-mail is sent", async ({
  page,
  browser,
}) => {
  const email = `waits.${Date.now()}@example.com`;
  const shopper = await (await browser.newContext()).newPage();
  await shopper.goto(`${siteUrl}/shop/moon-jar`);
  await expect(shopper.getByText("Want to know when it is back?")).toBeVisible();
  await shopper.getByRole("button", { name: "Notify Me" }).click();
  await expect(shopper.getByText("Email cannot be blank")).toBeVisible();
  await shopper.getByLabel("Email Address").fill("abc");
  await shopper.getByRole("button", { name: "Notify Me" }).click();
  await expect(shopper.getByText("Email is invalid")).toBeVisible();
  await shopper.getByLabel("Email Address").fill(email);
  await shopper.getByRole("button", { name: "Notify Me" }).click();
  await expect(shopper.locator(".product-restock-notification").getByText("Signed up!")).toBeVisible();
  await expect(shopper.getByText("Want to know when it is back?")).toBeVisible();
  await expect(shopper.getByRole("button", { name: "Notify Me" })).toHaveCount(0);

  const signedIn = await signIn(page, owner);
  const { screen } = signedIn;
  await page.goto(screen("restock"));
  const row = page.getByRole("row").filter({ hasText: "Moon Jar" });
  await expect(row).toContainText("Sold out");
  await expectAccessible(page);
  await row.getByRole("link").click();
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Waiting");
  await expectAccessible(page);

  await setStock(page, screen("inventory"), 2);
  await page.goto(screen("restock"));
  await row.getByRole("button", { name: "Notify customers about Moon Jar" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await expect(page.getByText(/being sent$/)).toBeVisible();
  await expect(row).toHaveCount(0);
  await openMailTo(page, signedIn, email, 1);

  await setStock(page, screen("inventory"), 0);
  await page.getByRole("row").filter({ hasText: sku }).getByRole("link").click();
  const history = page.getByRole("table", { name: "Stock history" });
  await expect(history.getByRole("row").nth(1)).toContainText("−2");
  await expect(history.getByRole("row").nth(2)).toContainText("Back from the kiln");
  await expectAccessible(page);
  await shopper.close();
});
