import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { Owner } from "./owner";
import { Shopper } from "./shopper";

/** Cumulative layout shift during the page load. */
async function movement(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: "layout-shift", buffered: true });
        // Nothing is reported without layout shifts.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );
}

for (const theme of ["gazette", "nocturne"]) {
  test.describe(theme, () => {
    test.beforeAll(async () => {
      await (await Owner.signIn()).chooseTheme(theme);
    });

    test.afterAll(async () => {
      await (await Owner.signIn()).chooseTheme("linen");
    });

    for (const path of ["/", "/shop", "/shop/supper-plate", "/journal", "/journal/mixing-juniper", "/nowhere"]) {
      test(`${path} has no grave barrier, fits the screen and holds still`, async ({ page }) => {
        const shopper = new Shopper(page);
        await shopper.open(path);
        await expect(page.locator("body")).toHaveAttribute("data-theme", theme);
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        );
        expect(await movement(page)).toBeLessThan(0.1);
      });
    }
  });
}

// spec: enum.popup-overlay-keys, enum.popup-overlay-keys.open, page.popup-overlay.open
test("a pop-up opens once, traps the focus, and opens again when its content changes", async ({ page }) => {
  const owner = await Owner.signIn();
  const popup = {
    enabled: true,
    title: "Kiln opening",
    text: "Saturday.",
    button: { label: "Come", url: "/studio" },
    trigger: "delay",
    seconds: 0,
  };
  try {
    await owner.arrangePopup(popup);
    const shopper = new Shopper(page);
    const overlay = page.getByRole("dialog", { name: "Kiln opening" });
    await shopper.open("/about");
    await expect(overlay).toBeVisible();
    await expectAccessible(page);
    for (let stop = 0; stop < 4; stop += 1) {
      await page.keyboard.press("Tab");
      expect(await overlay.evaluate((place) => place.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(overlay).toBeHidden();
    const kept = () =>
      page.evaluate(() => [
        localStorage.getItem("popupOverlayVersion"),
        localStorage.getItem("popupOverlayClosedDate"),
      ]);
    await expect.poll(async () => (await kept()).every((value) => Number(value) > 0)).toBe(true);
    await shopper.open("/about");
    await page.waitForLoadState("networkidle");
    await expect(overlay).toHaveCount(0);

    await owner.arrangePopup({ title: "Open studio" });
    await shopper.open("/about");
    const news = page.getByRole("dialog", { name: "Open studio" });
    await news.getByRole("link", { name: "Come" }).click();
    await expect(page).toHaveURL(/\/studio$/);
    expect(await page.evaluate(() => localStorage.getItem("popupOverlaySubmitted"))).toBe("true");
  } finally {
    await owner.arrangePopup({ enabled: false });
  }
});

// spec: page.splash.open
test("a stand-alone page has no navigation", async ({ page }) => {
  const owner = await Owner.signIn();
  const shopper = new Shopper(page);
  await shopper.open("/about");
  await expect(page.getByRole("navigation").first()).toBeAttached();
  try {
    await owner.arrangePage("/about", { isSplash: true });
    await shopper.open("/about");
    await expect(page.getByRole("main")).toBeVisible();
    await expect(page.getByRole("navigation")).toHaveCount(0);
  } finally {
    await owner.arrangePage("/about", { isSplash: false });
  }
});
