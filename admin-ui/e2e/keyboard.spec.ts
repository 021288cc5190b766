import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/admin.ts";
import { command, frameName, onEmptyPage, tabTo } from "./support/draft-pages.ts";
import { siteUrl } from "./support/environment.ts";
import { canvasOf } from "./support/canvas-selection.ts";

// spec: editor.ui.open
test("a page with text, image, form and columns is built and published by keyboard", async ({ page, context }) => {
  await onEmptyPage(page, async (_, { fullUrl }) => {
    const frame = page.frameLocator(frameName);
    const blocks = frame.locator("[data-block-id]");
    const canvas = canvasOf(page);
    const settings = page.getByRole("complementary", { name: "Settings" });

    await command(page, "Add Text");
    await expect(canvas).toBeFocused();
    await page.keyboard.press("Enter");
    const text = page.getByRole("dialog", { name: "Text of Text" }).getByRole("textbox", { name: "Text", exact: true });
    await expect(text).toBeFocused();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type("## The kiln is lit");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Come and warm your hands.");
    await expect(frame.getByRole("heading", { level: 2, name: "The kiln is lit" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(canvas).toBeFocused();

    await command(page, "Add Image");
    await tabTo(page, settings.getByRole("button", { name: "Choose", exact: true }));
    await page.keyboard.press("Enter");
    const picker = page.getByRole("dialog", { name: "Choose an image" });
    await expect(picker.getByRole("button", { name: /\.(jpe?g|png|webp)/ }).first()).toBeVisible();
    await tabTo(page, picker.getByRole("button", { name: /\.(jpe?g|png|webp)/ }).first());
    await page.keyboard.press("Enter");
    await expect(picker).toHaveCount(0);
    await expect(frame.locator(".stoa-block-image img")).toBeVisible();

    await command(page, "Add Form");
    await tabTo(page, settings.getByLabel("Form name"));
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Firewood");
    await expect(frame.locator(".stoa-block-form form")).toBeVisible();

    await command(page, "Add an empty section");
    await expect(canvas.getByRole("status")).toHaveText("Section 2 selected");
    await page.keyboard.press("Enter");
    await tabTo(page, settings.getByRole("button", { name: "One column" }));
    await page.keyboard.press("ArrowRight");
    await expect(settings.getByRole("button", { name: "Two columns" })).toBeFocused();
    await page.keyboard.press("Space");
    const columns = frame.locator("[data-section-id]").nth(1).locator(".stoa-col");
    await expect(columns).toHaveCount(2);
    await command(page, "Add Quote");
    await command(page, "Add Button");
    await expect(columns.nth(1).locator("[data-block-id]")).toHaveCount(2);
    await page.keyboard.press("Alt+ArrowUp");
    await page.keyboard.press("Alt+ArrowUp");
    await expect(columns.nth(0).locator(".stoa-block-button")).toHaveCount(1);
    await page.keyboard.press("Control+z");
    await expect(columns.nth(0).locator(".stoa-block-button")).toHaveCount(0);
    await page.keyboard.press("Control+Shift+z");
    await expect(columns.nth(0).locator(".stoa-block-button")).toHaveCount(1);
    await expect(blocks).toHaveCount(5);
    await expectAccessible(page);

    await command(page, "Publish");
    await expect(page.getByText("Visitors see this page now.")).toBeVisible();
    const shop = await context.newPage();
    await shop.goto(`${siteUrl}${fullUrl}`);
    await expect(shop.getByRole("heading", { level: 2, name: "The kiln is lit" })).toBeVisible();
    await expect(shop.getByText("Come and warm your hands.")).toBeVisible();
    await expect(shop.locator(".stoa-block-image img")).toBeVisible();
    await expect(shop.locator(".stoa-block-form form")).toBeVisible();
    const shown = shop.locator("[data-section-id]").nth(1).locator(".stoa-col");
    await expect(shown.nth(0).locator(".stoa-block-button")).toBeVisible();
    await expect(shown.nth(1).locator(".stoa-block-quote")).toBeVisible();
    await shop.close();
  });
});
