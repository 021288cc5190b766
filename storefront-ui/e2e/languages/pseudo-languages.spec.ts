import { expect, test } from "@playwright/test";
import { Owner } from "../owner";
import { Shopper } from "../shopper";

test.afterAll(async () => {
  await (await Owner.signIn()).chooseLanguage("en-US");
});

for (const [language, direction, text] of [
  ["en-XA", "ltr", /^\[.*~\]$/],
  ["ar-XB", "rtl", /^\u202e.*\u202c$/],
] as const) {
  test(`pages fit a phone in ${language} @finger`, async ({ page }) => {
    await (await Owner.signIn()).chooseLanguage(language);
    const shopper = new Shopper(page);
    for (const path of ["/", "/shop", "/shop/hearth-mug", "/journal", "/contact", "/cart"]) {
      await shopper.open(path);
      await expect(page.locator("html")).toHaveAttribute("dir", direction);
      await expect(page.locator(".stoa-skip")).toHaveText(text);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        path,
      ).toBeLessThanOrEqual(0);
    }
  });
}
