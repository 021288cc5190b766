import { expect, test, type Locator, type Page } from "@playwright/test";
import { Owner } from "./owner";
import { Shopper } from "./shopper";

/** Whether a wheel or a finger can scroll the page; phones have no wheel, so the page's style is checked there. */
async function scrolls(page: Page): Promise<boolean> {
  return page.evaluate(() => getComputedStyle(document.documentElement).overflowY !== "hidden");
}

/** Tabs once around and back with Shift+Tab; the focus never leaves the dialog. */
async function expectFocusInside(page: Page, dialog: Locator): Promise<void> {
  for (const key of [...Array<string>(12).fill("Tab"), ...Array<string>(6).fill("Shift+Tab")]) {
    await page.keyboard.press(key);
    expect(await dialog.evaluate((place) => place.contains(document.activeElement)), key).toBe(true);
  }
}

function card(page: Page, name: string): Locator {
  return page.locator(".stoa-product-card").filter({ has: page.getByRole("heading", { name, exact: true }) });
}

// spec: product.quick-view.open
test("a quick view shows a product of a list, and adds a chosen variant", { tag: "@pointer" }, async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.open("/shop");
  const opener = card(page, "Hearth Mug").getByRole("link", { name: "Quick View" });
  await opener.focus();
  const counted = page.waitForResponse("**/api/census/RecordQuickView/*");
  await page.keyboard.press("Enter");
  const view = page.getByRole("dialog", { name: "Hearth Mug" });
  await expect(view).toBeVisible();
  expect((await counted).status()).toBe(200);
  await expect(view.locator("[data-product-gallery] img").first()).toBeVisible();
  await expectFocusInside(page, view);

  await view.locator("[data-add-to-cart]").click();
  await expect(view.getByText("Please select the Size and Glaze options.")).toBeVisible();
  await view.getByLabel("Size", { exact: true }).selectOption("14 oz");
  await view.getByLabel("Glaze", { exact: true }).selectOption("Oat");
  await expect(view.locator("[data-price]")).toContainText("$44.00");
  await view.locator("[data-add-to-cart]").click();
  await expect(view.locator("[data-add-to-cart]")).toHaveText("Adding…");
  await expect(view.locator("[data-add-to-cart]")).toHaveText("Added!");

  await page.keyboard.press("Escape");
  await expect(view).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(page.getByRole("link", { name: "1 item in cart" })).toBeVisible();
});

// spec: ui.modal.open-close
test(
  "a quick view closes by button, Escape and a click outside, and links to the product page",
  { tag: "@pointer" },
  async ({ page }) => {
    const shopper = new Shopper(page);
    await shopper.open("/shop");
    const opener = card(page, "Moon Jar").getByRole("link", { name: "Quick View" });
    const view = page.getByRole("dialog", { name: "Moon Jar" });
    const open = async (): Promise<void> => {
      await opener.focus();
      await opener.press("Enter");
      await expect(view).toBeVisible();
    };
    for (const close of [
      () => view.getByRole("button", { name: "Close" }).click(),
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(4, 4),
    ]) {
      await open();
      await close();
      await expect(view).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
    await open();
    await expect(view.getByRole("button", { name: "Notify Me" })).toBeVisible();
    await view.getByRole("link", { name: /^View full details/ }).click();
    await expect(page).toHaveURL(/\/shop\/moon-jar$/);
    await expect(page.getByRole("heading", { level: 1, name: "Moon Jar" })).toBeVisible();
  },
);

test("a product that cannot be loaded opens as a page", { tag: "@pointer" }, async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.open("/shop");
  let refused = 0;
  await page.route("**/shop/hearth-mug", async (route) => {
    refused += 1;
    if (refused === 1) await route.abort();
    else await route.fallback();
  });
  const opener = card(page, "Hearth Mug").getByRole("link", { name: "Quick View" });
  await opener.focus();
  await opener.press("Enter");
  await expect(page).toHaveURL(/\/shop\/hearth-mug$/);
  await expect(page.getByRole("heading", { level: 1, name: "Hearth Mug" })).toBeVisible();
});

test("without hover a card links to its product", { tag: "@finger" }, async ({ page }) => {
  await new Shopper(page).open("/shop");
  await expect(page.getByRole("link", { name: "Quick View" })).toHaveCount(0);
  await card(page, "Moon Jar").getByRole("link").first().tap();
  await expect(page).toHaveURL(/\/shop\/moon-jar$/);
  await expect(page.getByRole("heading", { level: 1, name: "Moon Jar" })).toBeVisible();
});

// spec: ui.lightbox.behaviour
test("product images open in a lightbox with a focus trap and scroll lock, both restored on close", async ({
  page,
}) => {
  const shopper = new Shopper(page);
  await shopper.open("/shop/hearth-mug");
  expect(await scrolls(page)).toBe(true);
  const opener = page.locator("[data-product-gallery] a[data-stoa-lightbox]").first();
  await opener.focus();
  await opener.press("Enter");
  const box = page.getByRole("dialog", { name: "Images" });
  await expect(box).toBeVisible();
  const picture = box.getByRole("img");
  await expect(picture).toHaveJSProperty("complete", true);
  expect(await scrolls(page)).toBe(false);
  await expectFocusInside(page, box);

  const { width: window } = page.viewportSize() ?? { width: 0 };
  expect((await box.boundingBox())?.width, "as wide as the window").toBeLessThanOrEqual(window);
  const place = box.getByRole("status");
  await expect(place).toHaveText(/^1 of \d+$/);
  const first = await picture.getAttribute("src");
  await page.keyboard.press("ArrowRight");
  await expect(place).toHaveText(/^2 of/);
  expect(await picture.getAttribute("src")).not.toBe(first);
  await page.keyboard.press("Home");
  await expect(place).toHaveText(/^1 of/);

  const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width * 0.7, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.3, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(place).toHaveText(/^2 of/);

  await page.keyboard.press("Escape");
  await expect(box).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect.poll(() => scrolls(page)).toBe(true);
});

test("with reduced motion an image changes at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await new Shopper(page).open("/shop/hearth-mug");
  await page.locator("[data-product-gallery] a[data-stoa-lightbox]").first().click();
  const seconds = await page
    .locator(".stoa-lightbox__picture")
    .evaluate((picture) => Number.parseFloat(getComputedStyle(picture).transitionDuration));
  expect(seconds).toBeLessThanOrEqual(0.001);
});

test.describe("with four products per page", () => {
  test.beforeAll(async () => {
    await (await Owner.signIn()).chooseForStore({ productsPerPage: 4 });
  });
  test.afterAll(async () => {
    await (await Owner.signIn()).chooseForStore({ productsPerPage: 24 });
  });

  test("more products are appended to the list", async ({ page, isMobile }) => {
    await new Shopper(page).open("/shop");
    const cards = page.locator(".stoa-product-card");
    await expect(cards).toHaveCount(4);
    const more = page.getByRole("button", { name: "Load more" });
    await more.click();
    await expect(cards).toHaveCount(8);
    await expect(cards.nth(4).getByRole("link").first()).toBeFocused();
    await expect(page).toHaveURL(/\/shop$/);
    const fresh = cards.nth(4);
    const name = (await fresh.getByRole("heading").textContent()) ?? "";
    if (!isMobile) {
      await fresh.getByRole("link", { name: "Quick View" }).press("Enter");
      await expect(page.getByRole("dialog", { name })).toBeVisible();
      await page.keyboard.press("Escape");
    }
    while ((await more.count()) > 0) {
      const shown = await cards.count();
      await more.click();
      await expect.poll(() => cards.count()).toBeGreaterThan(shown);
      // With the last products the button goes, after they are added.
      await expect(page.locator('button[aria-busy="true"]')).toHaveCount(0);
    }
    const names = await cards.getByRole("heading").allTextContents();
    expect(new Set(names).size).toBe(names.length);
  });
});

test.describe("with buying at once enabled", () => {
  test.beforeAll(async () => {
    await (await Owner.signIn()).chooseForStore({ buyNowButton: true });
  });
  test.afterAll(async () => {
    await (await Owner.signIn()).chooseForStore({ buyNowButton: false });
  });

  test("one item goes to a separate checkout", async ({ page }) => {
    const shopper = new Shopper(page);
    await shopper.add("/shop/glaze-notebook");
    await shopper.open("/shop/hearth-mug");
    const buy = page.getByRole("button", { name: "Buy now" });
    await buy.click();
    await expect(page.getByText("Please select the Size and Glaze options.")).toBeVisible();
    await page.getByLabel("Size", { exact: true }).selectOption("14 oz");
    await page.getByLabel("Glaze", { exact: true }).selectOption("Oat");
    await buy.click();
    await expect(page).toHaveURL(/\/checkout\?cartToken=/);
    const order = page.getByRole("region", { name: "Your order" });
    await expect(order).toContainText("Hearth Mug");
    await expect(order).not.toContainText("Glaze Notebook");
    await shopper.open("/cart");
    await expect(page.getByRole("spinbutton")).toHaveValue("1");
    await expect(page.getByText("Hearth Mug")).toHaveCount(0);
  });
});
