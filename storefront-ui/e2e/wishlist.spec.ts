import { expect, test } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { Shopper } from "./shopper";
import { shops } from "./shops";

const pitcher = "/shop/creek-pitcher";

// spec: wishlist.page.open
test("a guest keeps products by keyboard, buys one and removes the other", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.open(pitcher);
  const product = page.getByRole("main");
  await product.getByRole("button", { name: "Add to wishlist : Creek Pitcher" }).press("Enter");
  await expect(product.getByRole("button", { name: "Remove from wishlist : Creek Pitcher" })).toBeVisible();
  await expect(page.locator("#stoa-announcements")).toHaveText("Added to your wishlist");
  await expectAccessible(page);

  await shopper.open(shopper.shop.store);
  await page.getByRole("button", { name: "Add to wishlist : Hearth Mug" }).click();
  await expect(page.getByRole("button", { name: "Remove from wishlist : Hearth Mug" })).toBeVisible();
  await shopper.open(pitcher);
  await product.getByRole("link", { name: "View wishlist" }).click();
  const entries = page.getByRole("main").getByRole("listitem");
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText("Hearth Mug");
  await expect(entries.first()).toContainText("In stock");
  await expect(entries.first().getByRole("link", { name: "View product : Hearth Mug" })).toBeVisible();
  await expectAccessible(page);

  await entries.last().getByRole("button", { name: "Add to cart : Creek Pitcher" }).click();
  await expect(shopper.pill()).toHaveAccessibleName("1 item in cart");
  await entries.last().getByRole("button", { name: "Remove : Creek Pitcher" }).press("Enter");
  await expect(entries).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Hearth Mug", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Remove : Hearth Mug" }).click();
  await expect(page.getByText("There is nothing on your wishlist yet.")).toBeVisible();
  await expectAccessible(page);
});

// spec: wishlist.page.open
test("without scripts the wishlist works with forms", async ({ browser }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  await page.goto(shops.juniper.url + pitcher);
  await page.getByRole("main").getByRole("button", { name: "Add to wishlist : Creek Pitcher" }).click();
  await page.getByRole("button", { name: "Add to wishlist" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Wishlist" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Creek Pitcher" })).toBeVisible();
  await page.getByRole("button", { name: "Remove : Creek Pitcher" }).click();
  await expect(page.getByText("There is nothing on your wishlist yet.")).toBeVisible();
  await plain.close();
});
