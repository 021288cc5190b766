import { expect, test, type Page } from "@playwright/test";
import { Shopper } from "./shopper";
import { cards } from "./shops";

/** Keys of the submissions a page sends. */
function watchSubmissions(page: Page): Set<string> {
  const keys = new Set<string>();
  page.on("request", (request) => {
    if (request.method() !== "POST" || !request.url().endsWith("/submit")) return;
    const body = request.postDataJSON() as { idempotencyKey: string };
    keys.add(body.idempotencyKey);
  });
  return keys;
}

/** The number of the next order, by placing it in a browser of its own. */
async function nextOrderNumber(page: Page): Promise<number> {
  await page.context().clearCookies();
  const shopper = new Shopper(page);
  await shopper.readyToPay(cards.approved);
  await shopper.payButton().click();
  return shopper.orderNumber();
}

test("a declined card is explained and another one pays", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.readyToPay(cards.declined);
  await shopper.payButton().click();
  await expect(page.getByRole("alert")).toContainText("The card was declined. Try another one.");
  await page.getByLabel("Card number").fill(cards.approved);
  await shopper.payButton().click();
  await shopper.expectConfirmation();
});

test("a payment that asks for confirmation is approved", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.readyToPay(cards.confirmed);
  await shopper.payButton().click();
  await expect(page.getByRole("heading", { name: "Confirm your payment" })).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await shopper.expectConfirmation();
});

test("a payment that asks for confirmation is declined, and another card pays", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.readyToPay(cards.confirmed);
  await shopper.payButton().click();
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page).toHaveURL(/\/checkout\?declined=1/);
  await expect(page.getByText("Payment declined")).toBeVisible();
  await shopper.fillCard(cards.approved);
  await shopper.payButton().click();
  await shopper.expectConfirmation();
});

test("a double click, Back and Reload make one order", async ({ page }) => {
  const shopper = new Shopper(page);
  const keys = watchSubmissions(page);
  await shopper.readyToPay(cards.approved);
  await shopper.payButton().dblclick();
  const number = await shopper.orderNumber();
  expect(keys.size).toBe(1);

  await page.goBack();
  await expect(page).toHaveURL(/\/checkout\/order-confirmed\?/);
  expect(await shopper.orderNumber()).toBe(number);
  await page.reload();
  expect(await shopper.orderNumber()).toBe(number);
  expect(await nextOrderNumber(page)).toBe(number + 1);
});

test("an answer that is lost and a reload make one order", async ({ page }) => {
  const shopper = new Shopper(page);
  const keys = watchSubmissions(page);
  await shopper.readyToPay(cards.approved);
  await page.route("**/submit", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await shopper.payButton().click();
  await expect(page.getByRole("alert")).toContainText("Please check your internet connection.");
  await page.unroute("**/submit");
  await page.reload();
  const number = await shopper.orderNumber();
  expect(keys.size).toBe(1);
  expect(await nextOrderNumber(page)).toBe(number + 1);
});

test("a payment page that was left can be gone on with", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.readyToPay(cards.confirmed);
  await shopper.payButton().click();
  await expect(page.getByRole("heading", { name: "Confirm your payment" })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Continue to payment" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await shopper.expectConfirmation();
});
