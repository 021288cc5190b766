import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { matchInEmail } from "./mail-outbox";
import { shops } from "./shops";

test("a visitor sends the contact form", async ({ page }) => {
  await page.goto(`${shops.juniper.url}/contact`);
  await page.getByRole("button", { name: "Send it" }).click();
  await expect(page.getByText("Message is required.")).toBeVisible();
  await expect(page.getByText("One or more fields is invalid, please check your entries.")).toBeVisible();

  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel(/^Email/).fill("ada@example.com");
  await page.getByLabel("What is it about?").selectOption("An order");
  await page.getByLabel(/^Message/).fill("Do you make blue mugs?");
  await page.getByRole("button", { name: "Send it" }).click();
  await expect(page.getByText("Your note is on the studio desk")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send it" })).toBeHidden();
});

test("a visitor subscribes to the newsletter and confirms by e-mail", async ({ page }) => {
  const email = `news-${Date.now()}@example.com`;
  await page.goto(`${shops.juniper.url}/blocks`);
  const form = page.locator('form[data-form-id="kind-newsletter"]');
  await form.getByLabel(/email/i).fill(email);
  await form.getByRole("button").click();
  await expect(page.locator("[data-block-id=kind-newsletter] [data-form-success]")).toBeVisible();

  await expect.poll(() => matchInEmail(email, "/mailing-list/confirm\\?token=[a-z0-9]+")).not.toBe("");
  await page.goto(shops.juniper.url + (await matchInEmail(email, "/mailing-list/confirm\\?token=[a-z0-9]+")));
  await expect(page.getByText(email)).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  await page.getByRole("button", { name: "Confirm subscription" }).click();
  await expect(page.getByRole("heading", { name: "You are subscribed" })).toBeVisible();

  await expect.poll(() => matchInEmail(email, "/mailing-list/leave\\?key=[a-z0-9]+")).not.toBe("");
  await page.goto(shops.juniper.url + (await matchInEmail(email, "/mailing-list/leave\\?key=[a-z0-9]+")));
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
});
