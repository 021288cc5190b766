import { expect, test } from "@playwright/test";
import { signIn } from "./support/admin.ts";
import { owner, siteUrl } from "./support/environment.ts";
import { buy, findProduct, findStore } from "./support/purchase.ts";

// spec: scope.product
test("the owner publishes a page and a product, a visitor buys it, and the owner sees the order", async ({
  page,
  context,
}) => {
  test.slow();
  const signedIn = await signIn(page, owner);
  const { screen } = signedIn;
  const stamp = Date.now();
  const [title, name] = [`Autumn firing ${stamp}`, `Ash bowl ${stamp}`];
  await page.goto(screen("pages"));
  await page.getByRole("button", { name: "New page" }).click();
  await page.getByRole("dialog").getByLabel("Title").fill(title);
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Visitors see this page now.")).toBeVisible();

  await page.goto(screen("products"));
  await page.getByRole("link", { name: "Add product" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Price", { exact: true }).fill("64");
  await page.getByLabel("Stock", { exact: true }).fill("1");
  await page.getByLabel("Status", { exact: true }).click();
  await page.getByRole("option", { name: "Published" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "View in the shop" })).toBeVisible();

  const visitor = await context.newPage();
  await visitor.goto(`${siteUrl}/autumn-firing-${stamp}`);
  await expect(visitor).toHaveTitle(new RegExp(title));
  const product = await findProduct(page, signedIn, name);
  await visitor.goto(new URL(product.fullUrl, siteUrl).href);
  await expect(visitor.getByRole("heading", { level: 1, name })).toBeVisible();
  await buy(visitor, product, { lastName: `Ashby ${stamp}`, email: `ash.${stamp}@example.com` });
  await visitor.close();

  await page.goto(`${screen("orders")}?query=${encodeURIComponent(`ash.${stamp}@example.com`)}`);
  await page
    .getByRole("row")
    .filter({ hasText: `Ashby ${stamp}` })
    .getByRole("link")
    .click();
  await expect(page.getByRole("heading", { name: /^Order #/ })).toBeVisible();
  await expect(page.getByText(name).first()).toBeVisible();
});

// spec: store-creation.owner-ability
test("one action creates a store page with its root category", async ({ page }) => {
  const signedIn = await signIn(page, owner);
  const { screen } = signedIn;
  const title = `Seconds ${Date.now()}`;
  await page.goto(screen("products"));
  await page.getByRole("button", { name: "Create another store" }).click();
  await page.getByRole("dialog").getByLabel("Title").fill(title);
  await page.getByRole("dialog").getByLabel("Add it to the main navigation").uncheck();
  await page.getByRole("dialog").getByRole("button", { name: "Create store" }).click();
  await expect(page.getByText(/^Store created/)).toBeVisible();
  await page.goto(screen("pages"));
  const entry = page.getByRole("listitem").filter({ hasText: title });
  await expect(entry).toBeVisible();
  const store = await findStore(page, signedIn, title);
  expect(store.rootCategoryId).toMatch(/^cat_/);
  expect(store.productCount).toBe(0);
});
