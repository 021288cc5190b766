import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { callApi, expectAccessible, signIn, type SignedIn } from "../support/admin.ts";
import { owner } from "../support/environment.ts";

async function switchTo(page: Page, { website, accessToken }: SignedIn, enabled: boolean): Promise<void> {
  const path = `/api/v1/websites/${website.id}/plugins/stoa.merchantfeed`;
  expect((await callApi(page, "PATCH", path, { enabled }, accessToken)).status).toBe(200);
}

async function upload(page: Page, content: string): Promise<void> {
  const file = { name: "warehouse.tsv", mimeType: "text/tab-separated-values", buffer: Buffer.from(content) };
  await page.getByLabel("File in the format Stock of a warehouse").setInputFiles(file);
}

// spec: plugins.catalogue-formats
test("the owner exports products in the format of a plugin, and imports the stock of a warehouse", async ({ page }) => {
  const signedIn = await signIn(page, owner);
  await switchTo(page, signedIn, true);
  try {
    await page.goto(signedIn.screen("inventory"));
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export products as…" }).click();
    await page.getByRole("menuitem", { name: "Product feed" }).click();
    const feed = await readFile(await (await waiting).path(), "utf8");
    expect(feed.split("\n")[0]).toMatch(/^id\titem_group_id\ttitle\t/);
    expect(feed).toMatch(/^MUG-10-OAT\t[^\t]+\tHearth Mug, .*\thttp[^\t]+\t/m);

    await page.getByRole("link", { name: "Import CSV" }).click();
    await page.getByRole("combobox", { name: "Format" }).click();
    await page.getByRole("option", { name: "Stock of a warehouse" }).click();
    await expectAccessible(page);
    await upload(page, "<stock/>");
    await expect(page.getByText("The first line needs the columns “sku” and “stock”")).toBeVisible();
    await upload(page, "sku\tstock\nMUG-10-OAT\t3\nMUG-10");
    await expect(page.getByText("the file does not seem to be whole")).toBeVisible();

    // Another one each time: a file that changes nothing has nothing to import.
    const stock = 100 + (Date.now() % 800);
    await upload(page, `sku\tstock\nMUG-10-OAT\t${stock}\nNO-SUCH\t1\n`);
    await expect(page.getByText(/NO-SUCH: No variant has this SKU/)).toBeVisible();
    await expect(page.getByText("the file does not seem to be whole")).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Update 1 variant" }).click();
    await expect(page).toHaveURL(/\/inventory$/);
    await page.goto(`${signedIn.screen("inventory")}?query=MUG-10-OAT`);
    const list = page.getByRole("table", { name: "Inventory" }).or(page.getByRole("list", { name: "Inventory" }));
    await expect(list.getByText(`${stock} left`)).toBeVisible();
  } finally {
    await switchTo(page, signedIn, false);
  }
});
