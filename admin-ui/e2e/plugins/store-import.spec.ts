import { expect, test, type Page } from "@playwright/test";
import { callApi, expectAccessible, signIn, type SignedIn } from "../support/admin.ts";
import { owner } from "../support/environment.ts";

const headings =
  "Handle,Title,Body (HTML),Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Status\n";

async function switchTo(page: Page, { website, accessToken }: SignedIn, enabled: boolean): Promise<void> {
  const path = `/api/v1/websites/${website.id}/plugins/stoa.storeimport`;
  expect((await callApi(page, "PATCH", path, { enabled }, accessToken)).status).toBe(200);
}

async function upload(page: Page, content: string): Promise<void> {
  const file = { name: "products_export.csv", mimeType: "text/csv", buffer: Buffer.from(content) };
  await page.getByLabel("File in the format Products of Shopify or WooCommerce").setInputFiles(file);
}

/** Deletes the products with a name, which other journeys would count. */
async function remove(page: Page, { website, accessToken }: SignedIn, store: string, name: string): Promise<void> {
  const items = `/api/content-service/product/1.1/websites/${website.id}/products/${store}/items`;
  const listed = await callApi(page, "GET", `${items}?query=${encodeURIComponent(name)}`, null, accessToken);
  const found = (listed.body as { items?: { id: string }[] }).items ?? [];
  for (const { id } of found) await callApi(page, "DELETE", `${items}/${id}`, null, accessToken);
}

// spec: plugins.products.stores
test("the owner imports the products of another store", async ({ page }) => {
  const signedIn = await signIn(page, owner);
  const stamp = Date.now();
  const name = `Travel bag ${stamp}`;
  let store = "";
  await switchTo(page, signedIn, true);
  try {
    await page.goto(signedIn.screen("products"));
    await page.getByRole("link", { name: "Import products" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Import products" })).toBeVisible();
    store = /products\/([^/]+)\/import/.exec(page.url())?.[1] ?? "";
    await expectAccessible(page);
    await upload(page, "sku,stock\nBAG,1\n");
    await expect(page.getByText("neither the columns of a product export of Shopify")).toBeVisible();

    const bag = `bag-${stamp},${name},<p>Light</p>,Bags,travel,true,Color,Green,BAG-G-${stamp},49.00,draft\n`;
    const blue = `bag-${stamp},,,,,,,Blue,BAG-B-${stamp},49.00,\n`;
    const cheap = `hat-${stamp},Hat ${stamp},,,,true,,,HAT-${stamp},cheap,draft\n`;
    await upload(page, `${headings}${bag}${blue}${cheap}`);
    await expect(page.getByText(`Line 4, HAT-${stamp}: “cheap” in the column “Price” is not a price.`)).toBeVisible();
    await expect(page.getByText("neither the columns of a product export of Shopify")).toHaveCount(0);
    const changes = page.getByRole("table", { name: "Changes" }).or(page.getByRole("list", { name: "Changes" }));
    await expect(changes.getByText(name)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Import 1 product" }).press("Enter");
    await expect(page).toHaveURL(/\/products\?store=/);
    await page.goto(`${signedIn.screen("products")}?store=${store}&query=${encodeURIComponent(name)}`);
    const list = page.getByRole("table", { name: "Products" }).or(page.getByRole("list", { name: "Products" }));
    await expect(list.getByText(name)).toBeVisible();
  } finally {
    if (store !== "") await remove(page, signedIn, store, name);
    await switchTo(page, signedIn, false);
  }
});
