import { expect, test, type BrowserContext } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { Owner } from "./owner";
import { shops } from "./shops";

const open = {
  isRestrictiveCookiePolicyEnabled: false,
  isRestrictiveCookiePolicyAbsolute: false,
  isCookieBannerEnabled: false,
};
const former = ["ss_cid", "ss_cpvisit", "ss_cvisit"];
const names = [...former, "ss_cvr", "ss_cvt"];
const halfAnHour = 30 * 60;
/** The site sets two years; browsers cap the lifetime of cookies at 400 days. */
const mostOfTwoYears = 400 * 24 * 60 * 60;

async function kept(context: BrowserContext): Promise<Map<string, number>> {
  const cookies = await context.cookies();
  const now = Date.now() / 1000;
  return new Map(cookies.filter(({ name }) => names.includes(name)).map(({ name, expires }) => [name, expires - now]));
}

// spec: visitor.cookies.names.open, cookies.restrictive.clears, cookies.restrictive.consent.open
test("nothing is stored before consent, and consent can be withdrawn", async ({ page, context }) => {
  const owner = await Owner.signIn();
  await owner.chooseCookies({ ...open, isRestrictiveCookiePolicyEnabled: true, isCookieBannerEnabled: true });
  try {
    await context.addCookies(names.map((name) => ({ name, value: "a".repeat(32), url: shops.juniper.url })));
    await page.goto("/");
    expect((await kept(context)).size).toBe(0);
    const banner = page.getByRole("region", { name: "Cookie settings" });
    await expect(banner).toBeVisible();
    await expectAccessible(page);
    const [decline, accept] = [
      banner.getByRole("button", { name: "Decline" }),
      banner.getByRole("button", { name: "Accept" }),
    ];
    const [no, yes] = [await decline.boundingBox(), await accept.boundingBox()];
    expect(Math.abs((no?.width ?? 0) - (yes?.width ?? 1)), "both answers are as large").toBeLessThan(1);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(decline).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(banner).toBeHidden();

    const accepted = await kept(context);
    expect(accepted.get("ss_cvr")).toBeGreaterThan(mostOfTwoYears - 300);
    expect(accepted.get("ss_cvt")).toBeGreaterThan(halfAnHour - 300);
    expect(accepted.get("ss_cvt")).toBeLessThanOrEqual(halfAnHour + 5);
    await page.goto("/about");
    await expect(banner).toBeHidden();
    await page.getByRole("link", { name: "Cookie settings" }).click();
    await expect(accept).toHaveAttribute("aria-pressed", "true");
    await decline.click();
    await expect(banner).toBeHidden();
    expect((await kept(context)).size).toBe(0);
  } finally {
    await owner.chooseCookies(open);
  }
});
