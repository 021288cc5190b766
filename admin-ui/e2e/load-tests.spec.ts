import { expect, test } from "@playwright/test";
import { callFromPage, expectAccessible, signIn } from "./support/admin.ts";
import { owner, siteUrl } from "./support/environment.ts";
import { buy, findProduct } from "./support/purchase.ts";

/** Removal is work of the background worker. */
const removal = { timeout: 45_000 };

// spec: load-test.admin
test("an owner allows load tests, a run buys something, and the owner removes what it made", async ({
  page,
  browser,
}) => {
  const signedIn = await signIn(page, owner);
  const product = await findProduct(page, signedIn);
  await page.goto(signedIn.screen("settings"));
  await page.getByRole("link", { name: "Load tests" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Load tests" })).toBeVisible();
  await expect(page.getByText("Runs can pay: a payment method is in test mode.")).toBeVisible();
  await expectAccessible(page);

  // By keyboard: four hours.
  await page.getByRole("combobox", { name: "Allow for" }).press("Enter");
  await page.getByRole("option", { name: "1 hour" }).press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await page.getByRole("textbox", { name: "Maximum calls per second" }).fill("100");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Load tests are allowed until .* at most 100 calls a second\.$/)).toBeVisible();

  const hasKey = await page.getByText(/^There is a key/).isVisible();
  await page.getByRole("button", { name: hasKey ? "Make a new key" : "Make a key" }).click();
  if (hasKey) await page.getByRole("dialog").getByRole("button", { name: "Make a new key" }).click();
  const key = await page.getByRole("textbox", { name: "Key for load tests" }).inputValue();
  const origin = new URL(siteUrl).origin;
  await expect(page.getByRole("textbox", { name: "Command line" })).toHaveValue(
    `k6 run --env STOA_URL=${origin} --env STOA_KEY=${key} load-tests/profiles/average.ts`,
  );
  await expectAccessible(page);

  const context = await browser.newContext();
  const robot = await context.newPage();
  await robot.goto(siteUrl);
  const name = `journey-${String(Date.now())}`;
  const order = { key, name, profile: "smoke", seconds: 300 };
  const started = await callFromPage(robot, "POST", "/api/v1/load-tests/runs", order);
  expect(started.status).toBe(201);
  const { pass } = started.body as { pass: string };
  await context.setExtraHTTPHeaders({ "Stoa-Load-Run": pass });
  await buy(robot, product, { lastName: "Robot", email: `shopper@${name}.invalid` });

  const listed = page.getByRole("row", { name });
  await expect(listed).toContainText("Running");
  await expect(listed).toContainText("1 order");
  await page.setViewportSize({ width: 390, height: 844 });
  const row = page.getByRole("listitem").filter({ hasText: name });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
  await row.getByRole("button", { name: `Remove what the run made: ${name}` }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(row).toContainText(/Removed: .*1 order/, removal);

  const status = async () => (await callFromPage(robot, "GET", "/api/commerce/shopping-cart")).status;
  await expect.poll(status, "the run has ended").toBe(403);
  await context.close();
  await page.getByRole("button", { name: "Stop load tests" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop load tests" }).click();
  await expect(page.getByText(/^Load tests are off/)).toBeVisible();
});
