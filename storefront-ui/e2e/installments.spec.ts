import { expect, test } from "@playwright/test";
import { Owner } from "./owner";
import { Shopper } from "./shopper";
import { cards } from "./shops";

let owner: Owner;

test.beforeAll(async () => {
  owner = await Owner.signIn();
  await owner.offerInstallments("stoa.quarters", true);
  await owner.sellMonthly("Supper Plate", true);
});
test.afterAll(async () => {
  await owner.offerInstallments("stoa.quarters", false);
  await owner.sellMonthly("Supper Plate", false);
});

// spec: installments.pill.product-page
test("the instalment message has an explanation and follows the choice", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.open("/shop");
  await expect(page.getByText(/or 4 interest-free payments of .* with/).first()).toBeVisible();
  await shopper.open("/shop/hearth-mug");
  const pill = page.locator("a.stoa-installments").first();
  await expect(pill).toHaveText("4 interest-free payments of $9.50 Installments");
  await page.getByLabel("Size", { exact: true }).selectOption("14 oz");
  await page.getByLabel("Glaze", { exact: true }).selectOption("Oat");
  await expect(pill).toHaveText("4 interest-free payments of $11.00 Installments");
  await page.getByLabel("Quantity", { exact: true }).fill("100");
  await expect(pill).toHaveText("Installments available for orders up to $2,000.00");

  await pill.click();
  const dialog = page.getByRole("dialog", { name: "Pay in 4" });
  await expect(dialog).toContainText("every two weeks");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(pill).toBeFocused();
});

// spec: installments.eligibility.per-cart
test("an item that is not shipped hides the messages", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.open("/shop/hearth-mug");
  const pill = page.locator("a.stoa-installments").first();
  await expect(pill).toBeVisible();
  await shopper.add("/shop/glaze-notebook");
  await shopper.open("/shop/hearth-mug");
  await expect(pill).toBeHidden();
});

test("a shopper subscribes and buys with a card", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.open("/shop/supper-plate");
  for (const [option, value] of Object.entries(shopper.shop.product.choices)) {
    await page.getByLabel(option, { exact: true }).selectOption(value);
  }
  const pill = page.locator("a.stoa-installments").first();
  await expect(pill).toBeVisible();
  await page.getByRole("radio", { name: /^Subscribe/ }).check();
  await expect(pill).toBeHidden();
  await shopper.addButton().click();
  await expect(page).toHaveURL(/\/checkout\?cartToken=/);
  const order = page.getByRole("region", { name: "Your order" });
  await expect(order).toContainText("one payment, no renewal");
  await shopper.fillContact();
  await shopper.fillAddress();
  await shopper.chooseDelivery();
  await shopper.fillCard(cards.approved);
  await shopper.payButton().click();
  await shopper.expectConfirmation();
  await expect(page.getByText("Subscription: one payment, no renewal")).toBeVisible();
  await expect(page.locator("body")).toHaveClass(/stoa-type-206/);
});
