import { expect, test, type Page } from "@playwright/test";
import { Shopper } from "./shopper";
import { cards } from "./shops";

function countSubmissions(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/submit")) count += 1;
  });
  return () => count;
}

/** Lets submissions reach the server and drops the responses, until the page is left. */
async function loseAnswers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const send = window.fetch;
    window.fetch = async (input, init) => {
      const response = await send(input, init);
      if (response.url.endsWith("/submit")) throw new TypeError("The answer was lost.");
      return response;
    };
  });
}

/** The number of the next order, by placing it in a separate browser context. */
async function nextOrderNumber(page: Page): Promise<number> {
  await page.context().clearCookies();
  const shopper = new Shopper(page);
  await shopper.readyToPay(cards.approved);
  await shopper.payButton().click();
  return shopper.orderNumber();
}

test("a declined card is explained and another one succeeds", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.readyToPay(cards.declined);
  await shopper.payButton().click();
  await expect(page.getByRole("alert")).toContainText("The card was declined. Try another one.");
  await page.getByLabel("Card number").fill(cards.approved);
  await shopper.payButton().click();
  await shopper.expectConfirmation();
});

test("a payment that requires confirmation is approved", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.readyToPay(cards.confirmed);
  await shopper.payButton().click();
  await expect(page.getByRole("heading", { name: "Confirm your payment" })).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await shopper.expectConfirmation();
});

test("a payment that requires confirmation is declined, and another card succeeds", async ({ page }) => {
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

test("an order without delivery is taxed by billing address", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.add("/shop/glaze-notebook");
  await shopper.goToCheckout();
  await shopper.fillContact();
  await expect(page.getByRole("heading", { name: "Billing address" })).toBeFocused();
  await shopper.continue();
  await expect(page.getByText("Enter the first name.")).toBeVisible();
  await shopper.fillAddress({ City: "Asheville", State: "NC", "ZIP code": "28801" });
  await expect(page.getByLabel("Card number")).toBeVisible();
  await expect(page.getByRole("region", { name: "Your order" })).toContainText("NC sales tax");
  await expect(page.getByRole("region", { name: "Billing address" })).toContainText("Asheville, NC 28801");
  await shopper.fillCard(cards.approved);
  await shopper.payButton().click();
  await shopper.expectConfirmation();
  await expect(page.getByRole("region", { name: "Bill to" })).toContainText("Ada Byron");
});

test("double click, Back and Reload create one order", async ({ page }) => {
  const shopper = new Shopper(page);
  const submissions = countSubmissions(page);
  await shopper.readyToPay(cards.approved);
  await shopper.payButton().dblclick();
  const number = await shopper.orderNumber();
  expect(submissions()).toBe(1);

  await page.goBack();
  await expect(page).toHaveURL(/\/checkout\/order-confirmed\?/);
  expect(await shopper.orderNumber()).toBe(number);
  await page.reload();
  expect(await shopper.orderNumber()).toBe(number);
  expect(await nextOrderNumber(page)).toBe(number + 1);
});

test("a lost response and a reload create one order", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.readyToPay(cards.approved);
  await loseAnswers(page);
  await shopper.payButton().click();
  await expect(page.getByRole("alert")).toContainText("Please check your internet connection.");
  await page.reload();
  const number = await shopper.orderNumber();
  expect(await nextOrderNumber(page)).toBe(number + 1);
});

test("an abandoned payment page can be resumed", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.readyToPay(cards.confirmed);
  await shopper.payButton().click();
  await expect(page.getByRole("heading", { name: "Confirm your payment" })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Continue to payment" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await shopper.expectConfirmation();
});

test("another customer buys the last items first, and the customer is notified", async ({ page, browser }) => {
  const path = "/shop/first-bowl-class";
  const choices = { Session: "Thursday evening", Seats: "One" };
  const shopper = new Shopper(page);
  await shopper.open(path);
  const left = await page.evaluate(async () => {
    const itemId = document.querySelector<HTMLFormElement>("[data-item-id]")?.dataset.itemId ?? "";
    const answer = await fetch(`/api/1/commerce/inventory/stock/?itemId=${itemId}`);
    const { results } = (await answer.json()) as { results: { sku: string; qtyInStock: number }[] };
    return results.find(({ sku }) => sku === "CLS-THU-1")?.qtyInStock ?? 0;
  });
  await shopper.add(path, choices);
  await shopper.open("/cart");
  await page.getByRole("spinbutton").fill(String(left));
  await page.getByRole("spinbutton").press("Enter");
  await expect(page.getByRole("button", { name: /^Increase/ })).toBeDisabled();
  await page.getByRole("link", { name: "Checkout" }).click();
  await shopper.fillContact();
  await shopper.fillAddress();
  await shopper.fillCard(cards.approved);

  const rival = new Shopper(await browser.newPage());
  await rival.add(path, choices);
  await rival.goToCheckout();
  await rival.fillContact();
  await rival.fillAddress();
  await rival.fillCard(cards.approved);
  await rival.payButton().click();
  await rival.expectConfirmation();
  await rival.page.close();

  await shopper.payButton().click();
  await expect(page.getByText("Sorry, we do not have enough of that item available.")).toBeVisible();
  await expect(page.getByText(new RegExp(`has only ${left - 1} left|is sold out`))).toBeVisible();
  await expect(page.getByRole("link", { name: "Change your cart" })).toHaveAttribute("href", "/cart");
});
