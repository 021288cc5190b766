import { expect, test } from "@playwright/test";
import { callApi, expectAccessible, signIn } from "./support/admin.ts";
import { owner, siteUrl } from "./support/environment.ts";
import { buy, findProduct } from "./support/purchase.ts";

const phone = { width: 390, height: 844 };

// spec: order.reviews-request.open
test("a buyer reviews a product by keyboard, without scripts, and the shop publishes it", async ({ page, browser }) => {
  const signedIn = await signIn(page, owner);
  const product = await findProduct(page, signedIn, "Hearth Mug");
  const shopper = await browser.newPage({ viewport: phone });
  const confirmed = await buy(shopper, product, { lastName: "Rater", email: `rater.${Date.now()}@example.com` });
  const order = new URL(confirmed, siteUrl).searchParams.get("oid");
  const fulfill = `/api/v1/websites/${signedIn.website.id}/orders/${order}/fulfill`;
  expect(await callApi(page, "POST", fulfill, {}, signedIn.accessToken)).toMatchObject({ status: 200 });
  await shopper.goto(new URL(confirmed, siteUrl).href);
  const status = await shopper.locator('a[href^="/checkout/order-status/"]').first().getAttribute("href");
  await shopper.close();

  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: phone });
  const buyer = await plain.newPage();
  await buyer.goto(`${siteUrl}${status}`);
  await buyer.getByRole("link", { name: "Review your purchase" }).click();
  await expect(buyer.locator("body")).toHaveClass(/stoa-type-209/);
  const text = `Good in the hand ${Date.now()}`;
  await buyer.getByLabel(/^What do you think/).fill(text);
  await buyer.getByRole("button", { name: "Send" }).click();
  await expect(buyer.getByText("Choose 1 to 5 stars.")).toBeVisible();
  await expect(buyer.getByLabel(/^What do you think/)).toHaveValue(text);
  await buyer.getByRole("radio", { name: "1 star" }).focus();
  for (let step = 1; step < 4; step += 1) await buyer.keyboard.press("ArrowRight");
  await expect(buyer.getByRole("radio", { name: "4 stars" })).toBeChecked();
  const wide = await buyer.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wide).toBe(false);
  await buyer.getByRole("button", { name: "Send" }).press("Enter");
  await expect(buyer.getByText("Thank you. Your review appears once the shop has approved it.")).toBeVisible();
  await expect(buyer.getByRole("img", { name: "4 out of 5 stars" })).toBeVisible();
  await plain.close();

  await page.goto(signedIn.screen("reviews"));
  const row = page.getByRole("list", { name: "Reviews" }).getByRole("listitem").filter({ hasText: text });
  await expect(row.getByRole("img", { name: "4 out of 5 stars" })).toBeVisible();
  await row.getByRole("button", { name: "Reply" }).click();
  await page.getByRole("textbox", { name: "Reply" }).fill("Thank you for telling us.");
  await page.getByRole("button", { name: "Save reply" }).click();
  await expect(page.getByText("Reply saved")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectAccessible(page);
  await row.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("1 review published")).toBeVisible();

  const visiting = await browser.newContext({ viewport: phone });
  const visitor = await visiting.newPage();
  await visitor.goto(`${siteUrl}/shop/hearth-mug`);
  const reviews = visitor.getByRole("region", { name: "Reviews" });
  await expect(reviews.getByText(text)).toBeVisible();
  await expect(reviews.getByText("Thank you for telling us.").first()).toBeVisible();
  await expectAccessible(visitor);
  await visiting.close();
});
