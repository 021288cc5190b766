import { expect, test } from "@playwright/test";
import { shops } from "./shops";

test("a visitor writes to the shop", async ({ page }) => {
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
