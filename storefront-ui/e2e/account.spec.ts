import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { linkInEmail, outbox } from "./mail-outbox";
import { Shopper } from "./shopper";
import { cards } from "./shops";

const password = "long enough words";

/** Every run uses a new customer: accounts persist. */
function freshEmail(): string {
  return `ada.${Date.now()}.${Math.floor(Math.random() * 1e6)}@example.com`;
}

async function fits(page: Page): Promise<void> {
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(width[0]).toBeLessThanOrEqual(width[1] ?? 0);
}

async function register(shopper: Shopper, email: string): Promise<void> {
  const { page } = shopper;
  await shopper.open("/account/register");
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Your details" })).toBeVisible();
}

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a customer registers with a cart, signs in elsewhere, and buys with a saved address", async ({
  browser,
  page,
}) => {
  const email = freshEmail();
  const shopper = new Shopper(page);
  const { path, choices } = shopper.shop.product;
  await shopper.add(path, choices);
  await register(shopper, email);
  await expect(shopper.pill()).toHaveAccessibleName("1 item in cart");

  await shopper.open("/account/addresses");
  await page.getByRole("button", { name: "Add an address" }).click();
  await page.getByLabel("Country").selectOption(shopper.shop.country);
  for (const [label, text] of Object.entries(shopper.shop.address)) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByText("Default address at checkout")).toBeVisible();
  await fits(page);

  const elsewhere = await browser.newContext({ locale: "en-US" });
  const other = new Shopper(await elsewhere.newPage());
  await other.add("/shop/glaze-notebook");
  await other.goToCheckout();
  await other.page.getByRole("link", { name: "Sign in", exact: true }).click();
  await signIn(other.page, email);
  await expect(other.page).toHaveURL(/\/checkout$/);
  await expect(other.page.getByLabel("Email")).toHaveValue(email);
  await other.continue();
  await expect(other.page.getByLabel("Street and number")).toHaveValue("1 Main St");
  await expectAccessible(other.page);
  await other.continue();
  await other.chooseDelivery();
  await other.fillCard(cards.approved);
  await other.payButton().click();
  const number = await other.orderNumber();
  await elsewhere.close();

  await shopper.open("/account/orders");
  await expect(page.getByRole("link", { name: `Order ${number}` })).toBeVisible();
  await expectAccessible(page);
  await fits(page);
  await page.getByRole("link", { name: `Order ${number}` }).click();
  await expect(page.getByText("Glaze Notebook")).toBeVisible();

  await shopper.open("/account");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("a confirmation link requires signing in in another browser", async ({ page, browser }) => {
  expect(outbox, "name the folder of the server's letters in STOA_E2E_OUTBOX").not.toBe("");
  const email = freshEmail();
  await register(new Shopper(page), email);
  const proof = async (): Promise<string> => await linkInEmail(email, "verify");
  await expect.poll(proof).not.toBe("");
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await new Shopper(elsewhere).open(await proof());
  await expect(elsewhere.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
  await expectAccessible(elsewhere);
  await fits(elsewhere);
  await elsewhere.getByRole("textbox", { name: "Email" }).fill(email);
  await elsewhere.getByLabel("Password").fill(password);
  await elsewhere.getByRole("button", { name: "Sign in and confirm" }).click();
  await expect(elsewhere.getByText("Your email address is confirmed.")).toBeVisible();
  await context.close();
});

test("a forgotten password is reset with the link from an e-mail", async ({ page }) => {
  expect(outbox, "name the folder of the server's letters in STOA_E2E_OUTBOX").not.toBe("");
  const email = freshEmail();
  const shopper = new Shopper(page);
  await register(shopper, email);
  const proof = async (): Promise<string> => await linkInEmail(email, "verify");
  await expect.poll(proof).not.toBe("");
  await shopper.open(await proof());
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible();

  await shopper.open("/account/forgot");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText(/If there is an account with this address/)).toBeVisible();
  const link = async (): Promise<string> => await linkInEmail(email, "reset");
  await expect.poll(link).not.toBe("");
  await shopper.open(await link());
  await page.getByLabel("New password", { exact: true }).fill("quite another one");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Your new password is set.")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn(page, email, "quite another one");
  await expect(page.getByRole("heading", { name: "Your details" })).toBeVisible();
});
