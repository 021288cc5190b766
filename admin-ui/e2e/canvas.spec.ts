import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/admin.ts";
import { boxInFrame, command, frameName, onEmptyPage, placeInFrame, tabTo } from "./support/draft-pages.ts";
import { siteUrl } from "./support/environment.ts";
import { expectOutlineOn, pickUpByKey } from "./support/canvas-selection.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

// spec: editor.ui.open
test("a page is written and published by keyboard alone", async ({ page, context }) => {
  await onEmptyPage(page, async (_, { fullUrl }) => {
    const frame = page.frameLocator(frameName);
    const canvas = page.getByRole("group", { name: "Canvas" });

    await command(page, "Add Text");
    await expect(canvas).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("dialog", { name: "Text of Text" }).getByRole("textbox", { name: "Text", exact: true }),
    ).toBeFocused();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Open <b>");
    await expect(frame.getByText("Open <b>")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(canvas).toBeFocused();

    await command(page, "Add a section from the library");
    await expect(page.getByRole("button", { name: "Add Three features" })).toBeVisible();
    await tabTo(page, page.getByRole("button", { name: "Add Three features" }));
    await page.keyboard.press("Enter");
    await expect(frame.getByText("Why people come back")).toBeVisible();
    await expectAccessible(page);

    await command(page, "Publish");
    await expect(page.getByText("Visitors see this page now.")).toBeVisible();
    const shop = await context.newPage();
    await shop.goto(`${siteUrl}${fullUrl}`);
    await expect(shop.getByText("Open <b>")).toBeVisible();
    await expect(shop.getByText("Why people come back")).toBeVisible();
  });
});

// spec: editor.ui.open
test("blocks are moved, copied, deleted and restored by keyboard alone", async ({ page }) => {
  await onEmptyPage(page, async () => {
    const frame = page.frameLocator(frameName);
    const quotes = frame.locator(".stoa-block-quote");
    await command(page, "Add Text");
    await command(page, "Add Button");
    await command(page, "Add Quote");
    await expect(frame.locator("[data-block-id]")).toHaveCount(3);
    await page.keyboard.press("Alt+ArrowUp");
    await expect(frame.locator("[data-block-id]").nth(1)).toHaveClass(/stoa-block-quote/);
    await page.keyboard.press("Control+d");
    await expect(quotes).toHaveCount(2);
    await page.keyboard.press("Delete");
    await expect(quotes).toHaveCount(1);
    await page.keyboard.press("Control+z");
    await expect(quotes).toHaveCount(2);
    await page.keyboard.press("Control+Shift+z");
    await expect(quotes).toHaveCount(1);
  });
});

test("a block is moved by keyboard, and stays in place on Escape", async ({ page }) => {
  await onEmptyPage(page, async () => {
    const frame = page.frameLocator(frameName);
    const blocks = frame.locator("[data-block-id]");
    await command(page, "Add Text");
    await command(page, "Add Button");
    await command(page, "Add Quote");
    await expect(blocks).toHaveCount(3);
    const handle = page.getByRole("button", { name: "Drag Quote", exact: true }).first();
    await handle.focus();
    await pickUpByKey(page, "Quote");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByTestId("drop-line")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(blocks.nth(2)).toHaveClass(/stoa-block-quote/);
    await pickUpByKey(page, "Quote");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await expect(blocks.nth(0)).toHaveClass(/stoa-block-quote/);
  });
});

test("blocks are dragged by pointer: from the list, on the canvas, by their handle", async ({ page }) => {
  await onEmptyPage(page, async () => {
    const frame = page.frameLocator(frameName);
    const blocks = frame.locator("[data-block-id]");
    await command(page, "Add Text");
    await command(page, "Add Button");
    await expect(blocks).toHaveCount(2);

    const middle = async (locator: typeof blocks) => {
      await locator.scrollIntoViewIfNeeded();
      const box = await locator.boundingBox();
      if (box === null) throw new Error("nothing to drag");
      return { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 };
    };
    const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 10, from.y + 10, { steps: 3 });
      await page.mouse.move(to.x, to.y, { steps: 8 });
      await expect(page.getByTestId("drop-line")).toBeVisible();
      await page.mouse.up();
      await expect(page.getByTestId("drop-line")).toHaveCount(0);
    };

    await page.getByRole("tab", { name: "Blocks" }).click();
    const quote = await middle(page.getByRole("button", { name: "Drag Quote", exact: true }).first());
    const first = await placeInFrame(page, blocks.nth(0));
    await drag(quote, { x: first.x, y: first.top + 1 });
    await expect(blocks.nth(0)).toHaveClass(/stoa-block-quote/);
    await expect(blocks).toHaveCount(3);

    const pressed = await placeInFrame(page, blocks.nth(2));
    await drag(pressed, { x: first.x, y: (await placeInFrame(page, blocks.nth(0))).top + 1 });
    await expect(blocks.nth(0)).toHaveClass(/stoa-block-button/);
    await expect(blocks).toHaveCount(3);
  });
});

test("a double click edits the text of an entry", async ({ page }) => {
  await onEmptyPage(page, async () => {
    const frame = page.frameLocator(frameName);
    await command(page, "Add Accordion");
    const title = await placeInFrame(page, frame.getByText("Second question"));
    await page.mouse.dblclick(title.x, title.y);
    const dialog = page.getByRole("dialog", { name: "Text of Accordion: Entry 2, Title" });
    await expect(dialog.getByRole("textbox", { name: "Title" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Do you ship?");
    await expect(frame.getByText("Do you ship?")).toBeVisible();
    await expect(frame.getByText("First question")).toBeVisible();

    await tabTo(page, dialog.getByRole("button", { name: "Previous text" }));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("dialog", { name: "Text of Accordion: Entry 1, Title" }).getByText("Text 2 of 5"),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("group", { name: "Canvas" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("status").getByText("Accordion selected")).toBeAttached();
  });
});

test("a double click edits text inline, and opens the settings of blocks without text", async ({ page }) => {
  await onEmptyPage(page, async () => {
    const blocks = page.frameLocator(frameName).locator("[data-block-id]");
    const twice = async (index: number) => {
      const { x, y, width, height } = await boxInFrame(page, blocks.nth(index));
      await page.mouse.dblclick(x + width / 2, y + height / 2);
    };
    await command(page, "Add Text");
    await command(page, "Add Spacer");
    await expect(blocks).toHaveCount(2);
    await twice(0);
    const words = page.getByRole("dialog", { name: "Text of Text" });
    await expect(words.getByRole("textbox", { name: "Text", exact: true })).toBeFocused();
    await page
      .getByRole("navigation", { name: "Outline of the page" })
      .getByRole("button", { name: /^Spacer/ })
      .click();
    await expect(words).toHaveCount(0);
    await expectOutlineOn(page, blocks.nth(1));
    await twice(0);
    await expect(words).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(words).toHaveCount(0);
    await twice(1);
    await expect(words).toHaveCount(0);
    await expectOutlineOn(page, blocks.nth(1));
    const settings = page.getByRole("complementary", { name: "Settings" });
    await expect(settings.getByRole("heading", { name: "Spacer" })).toBeVisible();
    await expect.poll(() => settings.evaluate((panel) => panel.contains(document.activeElement))).toBe(true);
  });
});

test("the preview has an opaque origin without cookies", async ({ page }) => {
  await onEmptyPage(page, async () => {
    const inside = page.frames().find((frame) => frame.parentFrame() !== null);
    expect(await inside?.evaluate(() => window.origin)).toBe("null");
    const cookies = await inside?.evaluate(() => {
      try {
        return document.cookie;
      } catch {
        return "refused";
      }
    });
    expect(cookies).toBe("refused");
  });
});
