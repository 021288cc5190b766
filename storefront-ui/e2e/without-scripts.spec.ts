import { expect, test } from "@playwright/test";
import { shops } from "./shops";

test.use({ javaScriptEnabled: false });

for (const shop of Object.values(shops)) {
  test(`without scripts a product of ${new URL(shop.url).hostname} can be read`, async ({ page }) => {
    await page.goto(shop.url + shop.product.path);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(shop.product.name);
    await expect(page.locator("[data-price]")).toContainText(/[$¥][\d,.]+/);
    await expect(page.locator("[data-product-gallery] img").first()).toBeVisible();
    for (const option of Object.keys(shop.product.choices)) {
      await expect(page.getByLabel(option, { exact: true })).toBeVisible();
    }
    await expect(page.getByRole("link", { name: /Cart/ }).first()).toHaveAttribute("href", "/cart");
  });
}

test("without scripts the cart page shows the cart", async ({ page }) => {
  await page.goto(`${shops.juniper.url}/cart`);
  await expect(page.getByText("You have nothing in your shopping cart.")).toBeVisible();
});
