import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { expectAccessible, signIn } from "./support/admin.ts";
import { owner } from "./support/environment.ts";

// spec: website.inventory-panel.open
test("the owner changes stock in the list and by CSV import", async ({ page }) => {
  const { screen } = await signIn(page, owner);
  await page.goto(`${screen("inventory")}?query=MUG-14`);
  const list = page.getByRole("table", { name: "Inventory" }).or(page.getByRole("list", { name: "Inventory" }));
  for (const sku of ["MUG-14-OAT", "MUG-14-JUN"]) await page.getByRole("checkbox", { name: `Select ${sku}` }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Adjust stock", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Adjustment").click();
  await page.getByRole("option", { name: "Set to" }).click();
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await dialog.getByLabel("Quantity").fill("31");
  await dialog.getByLabel("Reason").fill("Counted");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(list.getByText("31 left")).toHaveCount(2);

  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await readFile(await (await waiting).path(), "utf8");
  expect(file.split("\r\n")[0]).toBe('\uFEFF"SKU","Product","Options","Stock","New stock"');
  expect(file).toMatch(/"MUG-14-OAT","Hearth Mug",.*,"31",""/);
  const filled = file.replace(/("MUG-14-OAT".*"31",)""/, '$1"14"').replace(/("MUG-14-JUN".*"31",)""/, '$1"9"');

  await page.getByRole("link", { name: "Import CSV" }).click();
  await expectAccessible(page);
  const bytes = Buffer.from(`${filled}"NO-SUCH","","","","3"\r\n`);
  await page.getByLabel("CSV file").setInputFiles({ name: "stock.csv", mimeType: "text/csv", buffer: bytes });
  await expect(page.getByText(/NO-SUCH: No variant has this SKU/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Update 2 variants" }).click();
  await expect(page).toHaveURL(/\/inventory$/);
  await page.goto(`${screen("inventory")}?query=MUG-14-OAT`);
  await expect(list.getByText("14 left")).toBeVisible();
  await list.getByRole("link").first().click();
  await expect(page.getByText("Changed manually: Import of stock.csv")).toBeVisible();
  await expect(page.getByText("Changed manually: Counted")).toBeVisible();
});
