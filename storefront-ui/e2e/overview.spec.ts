import { expect, test } from "@playwright/test";
import { Owner } from "./owner";
import { Shopper } from "./shopper";
import { shops } from "./shops";

test.describe("with instalments enabled", () => {
  test.beforeAll(async () => {
    await (await Owner.signIn()).offerInstallments("stoa.quarters", true);
  });
  test.afterAll(async () => {
    await (await Owner.signIn()).offerInstallments("stoa.quarters", false);
  });

  // spec: site-user.visitor-abilities
  test("a guest buys, sees the floating cart and instalments, and requests a sold-out product", async ({
    page,
    context,
  }) => {
    const shopper = new Shopper(page);
    await shopper.open("/shop/hearth-mug");
    await expect(page.locator("a.stoa-installments").first()).toContainText("interest-free payments");
    await page.getByLabel("Size", { exact: true }).selectOption("14 oz");
    await page.getByLabel("Glaze", { exact: true }).selectOption("Oat");
    await shopper.addButton().click();
    await expect(shopper.pill()).toHaveAccessibleName("1 item in cart");
    await expect(shopper.pill()).toContainText("$44.00");
    await shopper.open("/shop/moon-jar");
    await page.getByLabel("Email Address").fill(`waits.${Date.now()}@example.com`);
    await page.getByRole("button", { name: "Notify Me" }).click();
    await expect(page.locator(".product-restock-notification").getByText("Signed up!")).toBeVisible();
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names).toContain("CART");
    expect(names).not.toContain("SITE_USER");
  });
});

// spec: product.block.form-elements
test("blocks of a page: form, newsletter sign-up, product form and gallery", async ({ page }) => {
  await page.goto(`${shops.juniper.url}/blocks`);
  const contact = page.locator('[data-block-id="kind-form"]');
  const form = contact.locator("form");
  await form.getByRole("button").last().click();
  await expect(form.getByText(/is required\./).first()).toBeVisible();
  await form.getByLabel("First name").fill("Ada");
  await form.getByLabel("Last name").fill("Byron");
  await form.getByLabel(/^Email/).fill("ada@example.com");
  await form.getByLabel(/^Subject/).fill("A tea set");
  await form.getByLabel(/^Message/).fill("Would you make one with eight cups?");
  await form.getByRole("button").last().click();
  await expect(contact.getByText("Thank you. Your message has been sent.")).toBeVisible();

  const news = page.locator('[data-block-id="kind-newsletter"]');
  await news.getByLabel(/email/i).fill(`news-${Date.now()}@example.com`);
  await news.getByRole("button").click();
  await expect(news.locator("[data-form-success]")).toBeVisible();

  const product = page.locator('[data-block-id="kind-product"]');
  for (const select of await product.locator("select[data-option-name]").all()) await select.selectOption({ index: 1 });
  await product.locator("[data-add-to-cart]").click();
  await expect(page.getByRole("link", { name: "1 item in cart" })).toBeVisible();

  await expect(page.locator('[data-block-id="kind-gallery"] img').first()).toBeVisible();

  await page.goto(`${shops.juniper.url}/shop/moon-jar`);
  await page.getByLabel("Email Address").fill(`waits.${Date.now()}@example.com`);
  await page.getByRole("button", { name: "Notify Me" }).click();
  await expect(page.locator(".product-restock-notification").getByText("Signed up!")).toBeVisible();
});
