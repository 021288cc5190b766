import { expect, test, type Page } from "@playwright/test";
import type { paths } from "@stoa/api/schema";
import { callApi, expectAccessible, signIn, type SignedIn } from "./support/admin.ts";
import { owner, siteUrl } from "./support/environment.ts";
import { findProduct, readyToPay } from "./support/purchase.ts";

type Orders =
  paths["/api/v1/websites/{websiteId}/orders"]["get"]["responses"][200]["content"]["application/json"]["orders"];

const cards = {
  approved: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  disputed: "4000 0000 0000 2685",
};

async function register(page: Page, email: string): Promise<void> {
  await page.goto(new URL("/account/register", siteUrl).href);
  const entered = { "First name": "Ada", "Last name": "Byron", Email: email, Password: "long enough words" };
  for (const [label, text] of Object.entries(entered)) await page.getByLabel(label).fill(text);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Your details" })).toBeVisible();
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("12/49");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on card").fill("Ada Byron");
}

async function pay(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Pay / }).click();
}

async function openCheckout(page: Page): Promise<void> {
  await page.goto(new URL("/checkout", siteUrl).href);
}

async function expectConfirmed(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/checkout\/order-confirmed\?/);
}

/** The page of a customer's latest order in the admin. */
async function openLatestOrder(page: Page, { website, accessToken, screen }: SignedIn, email: string): Promise<void> {
  const path = `/api/v1/websites/${website.id}/orders?query=${encodeURIComponent(email)}`;
  const { orders } = (await callApi(page, "GET", path, null, accessToken)).body as { orders: Orders };
  await page.goto(screen(`orders/${orders[0]?.id ?? ""}`));
}

// spec: checkout.saved-payment-methods, orders.saved-charge
test("a customer pays with a saved card, and the owner charges it for an unpaid order", async ({ page, browser }) => {
  const signedIn = await signIn(page, owner);
  const product = await findProduct(page, signedIn);
  const shopper = await (await browser.newContext()).newPage();
  const customer = { lastName: "Byron", email: `ada.${String(Date.now())}@example.com` };
  await register(shopper, customer.email);

  await readyToPay(shopper, product, customer);
  await openCheckout(shopper);
  await fillCard(shopper, cards.approved);
  await shopper.getByLabel("Save this payment method for next time").check();
  await pay(shopper);
  await expectConfirmed(shopper);

  await readyToPay(shopper, product, customer);
  await openCheckout(shopper);
  await shopper.getByRole("radio", { name: "Card ending in 4242" }).check();
  await expect(shopper.getByLabel("Card number")).toHaveCount(0);
  await pay(shopper);
  await expectConfirmed(shopper);

  await readyToPay(shopper, product, customer);
  await openCheckout(shopper);
  await shopper.getByRole("radio", { name: "Test card", exact: true }).check();
  await fillCard(shopper, cards.declined);
  await pay(shopper);
  await expect(shopper.getByRole("alert")).toContainText("The card was declined");
  await shopper.close();

  await openLatestOrder(page, signedIn, customer.email);
  await page.getByRole("button", { name: "Charge saved payment method" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Card ending in 4242, expires 12/2049" })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Charge / }).click();
  await expect(page.getByText("The order is paid.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Charge saved payment method" })).toHaveCount(0);
});

// spec: plugins.payments.disputes
test("the owner sees the dispute of a payment", async ({ page, browser }) => {
  const signedIn = await signIn(page, owner);
  const product = await findProduct(page, signedIn);
  const shopper = await (await browser.newContext()).newPage();
  const customer = { lastName: "Byron", email: `ben.${String(Date.now())}@example.com` };
  await readyToPay(shopper, product, customer);
  await openCheckout(shopper);
  await fillCard(shopper, cards.disputed);
  await pay(shopper);
  await expectConfirmed(shopper);
  await shopper.close();

  await openLatestOrder(page, signedIn, customer.email);
  const disputes = page.getByRole("list", { name: "Disputes" });
  await expect(disputes).toContainText("Dispute: answer needed");
  await expect(disputes).toContainText("Reason: product not received");
});
