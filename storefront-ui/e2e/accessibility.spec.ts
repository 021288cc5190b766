import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { Shopper } from "./shopper";
import { shops } from "./shops";

const grave = new Set(["serious", "critical"]);

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations
    .filter(({ impact }) => grave.has(impact ?? ""))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(findings).toEqual([]);
}

for (const shop of Object.values(shops)) {
  test.describe(new URL(shop.url).hostname, () => {
    for (const path of ["/", shop.store, shop.product.path, shop.blog, shop.post, "/contact"]) {
      test(`${path} has no grave barrier`, async ({ page }) => {
        await new Shopper(page, shop).open(path);
        await expectAccessible(page);
      });
    }

    test("cart, checkout and confirmation have no grave barrier", async ({ page }) => {
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
