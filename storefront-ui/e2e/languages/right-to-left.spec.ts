import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { expectToFit } from "../layout";
import { Owner } from "../owner";
import { Shopper } from "../shopper";

test.beforeAll(async () => {
  await (await Owner.signIn()).chooseLanguage("ar");
});

test.afterAll(async () => {
  await (await Owner.signIn()).chooseLanguage("en-US");
});

/** Whether the first column is right of the second. */
async function isMirrored(page: Page, parts: string): Promise<boolean> {
  const places = page.locator(parts);
  const [first, second] = [await places.nth(0).boundingBox(), await places.nth(1).boundingBox()];
  return (first?.x ?? 0) > (second?.x ?? 0);
}

test("a site in Arabic is mirrored and fits the screen", async ({ page }) => {
  const shopper = new Shopper(page);
  for (const path of ["/", "/shop", "/shop/hearth-mug", "/journal/mixing-juniper", "/contact", "/cart"]) {
    await shopper.open(path);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expectToFit(page, path);
    await expectAccessible(page);
  }
  await shopper.open("/shop");
  expect(await isMirrored(page, ".stoa-product-list > li")).toBe(true);
});

test("the lightbox follows the mirrored arrow keys", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.open("/shop/hearth-mug");
  await page.locator("[data-product-gallery] a[data-stoa-lightbox]").first().click();
  const pictures = page.getByRole("dialog", { name: "الصور" });
  await expect(pictures.getByRole("status")).toHaveText(/^[1١] من /);
  await page.keyboard.press("ArrowLeft");
  await expect(pictures.getByRole("status")).toHaveText(/^[2٢] من /);
  const [on, back] = [
    pictures.getByRole("button", { name: "الصورة التالية" }),
    pictures.getByRole("button", { name: "الصورة السابقة" }),
  ];
  expect((await on.boundingBox())?.x ?? 0).toBeLessThan((await back.boundingBox())?.x ?? 0);
});
