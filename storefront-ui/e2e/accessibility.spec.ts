import { expect, test } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { Shopper } from "./shopper";
import { shops } from "./shops";

for (const shop of Object.values(shops)) {
  test.describe(new URL(shop.url).hostname, () => {
    for (const path of ["/", shop.store, shop.product.path, shop.blog, shop.post, "/contact"]) {
      test(`${path} has no grave barrier`, async ({ page }) => {
        await new Shopper(page, shop).open(path);
        await expectAccessible(page);
      });
    }

    test("cart, checkout and confirmation are accessible", async ({ page }) => {
      const shopper = new Shopper(page, shop);
      await shopper.add(shop.product.path, shop.product.choices);
      await shopper.open("/cart");
      await expect(page.getByRole("button", { name: /^Increase/ })).toBeVisible();
      await expectAccessible(page);
      await shopper.goToCheckout();
      await expectAccessible(page);
      await shopper.fillContact();
      await expect(page.getByLabel("Country")).toBeVisible();
      await shopper.continue();
      await expect(page.getByText("Enter the first name.")).toBeVisible();
      await expectAccessible(page);
      await shopper.fillAddress();
      await shopper.chooseDelivery();
      await expect(page.getByLabel("Card number")).toBeVisible();
      await expectAccessible(page);
      await shopper.fillCard("4242 4242 4242 4242");
      await shopper.payButton().click();
      await shopper.expectConfirmation();
      await expectAccessible(page);
    });
  });
}
