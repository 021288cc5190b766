import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { callApi, expectAccessible, signIn, type SignedIn } from "../support/admin.ts";
import { owner, siteUrl } from "../support/environment.ts";

const question = "Message for the card in the parcel";
const message = "Happy birthday, Grace";
const shopper = `grace-${String(Date.now())}@example.com`;

async function switchTo(page: Page, { website, accessToken }: SignedIn, enabled: boolean): Promise<void> {
  const path = `/api/v1/websites/${website.id}/plugins/stoa.giftmessage`;
  expect((await callApi(page, "PATCH", path, { enabled }, accessToken)).status).toBe(200);
}

async function goOn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue" }).click();
}

/** A checkout of a plate that is sent, up to the questions. */
async function reachQuestions(page: Page): Promise<void> {
  await page.goto(new URL("/shop/supper-plate", siteUrl).href);
  await page.getByLabel("Size", { exact: true }).selectOption("Dinner, 11 in");
  await page.getByLabel("Glaze", { exact: true }).selectOption("Oat");
  await page.locator("[data-add-to-cart]").click();
  await expect(page.getByRole("link", { name: "1 item in cart" })).toBeVisible();
  await page.goto(new URL("/checkout", siteUrl).href);
  await page.getByLabel("Email").fill(shopper);
  await goOn(page);
  await page.getByLabel("Country").selectOption("United States");
  const address = {
    "First name": "Ada",
    "Last name": "Byron",
    "Street and number": "1 Main St",
    City: "Portland",
    State: "OR",
    "ZIP code": "97201",
  };
  for (const [label, text] of Object.entries(address)) await page.getByLabel(label, { exact: true }).fill(text);
  await goOn(page);
  await page.getByRole("radio").first().check();
  await goOn(page);
}

/** The e-mails to the shopper, as plain text. */
async function letters(): Promise<string> {
  const outbox = process.env["STOA_E2E_OUTBOX"] ?? "";
  const names = (await readdir(outbox)).filter((name) => name.endsWith(".eml"));
  const all = await Promise.all(names.map(async (name) => readFile(join(outbox, name), "utf8")));
  const own = all.filter((letter) => letter.includes(shopper));
  return own.join("\n").replace(/=\r?\n/g, "");
}

// spec: checkout.plugin-questions
test("a shopper answers the question of a plugin, and the owner finds the answer on the order", async ({
  page,
  browser,
}) => {
  const signedIn = await signIn(page, owner);
  await switchTo(page, signedIn, true);
  try {
    const context = await browser.newContext();
    const shop = await context.newPage();
    await reachQuestions(shop);
    const field = shop.getByLabel(question);
    await expect(shop.getByText("At most 150 characters.")).toBeVisible();
    await field.fill(message.repeat(9));
    await goOn(shop);
    await expect(shop.getByText("The message has more than 150 characters.")).toBeVisible();
    await expectAccessible(shop);
    await field.fill(message);
    await goOn(shop);
    await shop.getByLabel("Card number").fill("4242 4242 4242 4242");
    await shop.getByLabel("Expiry date").fill("12/49");
    await shop.getByLabel("Security code").fill("123");
    await shop.getByLabel("Name on card").fill("Ada Byron");
    await shop.getByRole("button", { name: /^Pay / }).click();
    await expect(shop).toHaveURL(/\/checkout\/order-confirmed\?/);
    await expect(shop.getByText(message).first()).toBeVisible();
    const orderId = new URL(shop.url()).searchParams.get("oid") ?? "";
    await context.close();

    await page.goto(signedIn.screen(`orders/${orderId}`));
    await expect(page.getByRole("heading", { name: question })).toBeVisible();
    await expect(page.getByText(message).first()).toBeVisible();
    await expectAccessible(page);
    const path = `/api/v1/websites/${signedIn.website.id}/orders/${orderId}/packing-slip`;
    const calls = page.context().request;
    const slip = await calls.get(path, { headers: { Authorization: `Bearer ${signedIn.accessToken}` } });
    expect(await slip.text()).toContain(message);
    await expect.poll(letters).toContain(message);
  } finally {
    await switchTo(page, signedIn, false);
  }
});
