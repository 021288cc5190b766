import { expect, test, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./support/admin.ts";
import { boxInFrame, frameName, onPageOf, sectionOfTexts } from "./support/draft-pages.ts";
import { canvasOf, dropLine, expectOutlineOn, expectTexts, handleOf } from "./support/canvas-selection.ts";

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: "no-preference" },
});

interface Point {
  x: number;
  y: number;
}

/** Touch events of a finger: down, move, up, without mouse events. */
async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    async drag(from: Point, to: Point): Promise<void> {
      await send("touchStart", [from]);
      const steps = 12;
      for (let step = 1; step <= steps; step += 1) {
        const part = step / steps;
        await send("touchMove", [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
      }
    },
    async lift(): Promise<void> {
      await send("touchEnd", []);
    },
  };
}

async function middleOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("nothing to touch");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function tapInFrame(page: Page, locator: Locator): Promise<void> {
  const box = await boxInFrame(page, locator);
  await page.touchscreen.tap(box.x + Math.min(box.width / 2, 60), box.y + box.height / 2);
}

/** A phone shows one of preview, outline and settings at a time. */
function part(page: Page, name: "Preview" | "Outline" | "Settings"): Locator {
  return page.getByRole("navigation", { name: "Parts of the editor" }).getByRole("button", { name });
}

/** The first tap after a drag may count as the end of the drag, so it is repeated until something is shown. */
async function tapUntil(target: Locator, shown: Locator): Promise<void> {
  await expect(async () => {
    // A dialog that is shown late hides what opens it.
    if (!(await shown.isVisible())) await target.tap({ timeout: 1000 });
    await expect(shown).toBeVisible({ timeout: 1000 });
  }).toPass();
}

// spec: editor.ui.open
test("on a phone blocks are selected, edited, moved and added by touch", async ({ page }) => {
  await onPageOf(page, [sectionOfTexts("words", [["First", "Second", "Third"]])], async () => {
    const frame = page.frameLocator(frameName);
    const blocks = frame.locator("[data-block-id]");
    await expectTexts(blocks, ["First", "Second", "Third"]);

    await tapInFrame(page, blocks.nth(1));
    await expect(canvasOf(page).getByRole("status")).toHaveText("Text selected");
    await expectOutlineOn(page, blocks.nth(1));
    await expectAccessible(page);

    await part(page, "Settings").tap();
    await expect(page.getByRole("heading", { name: "Text", exact: true })).toBeVisible();
    await page.getByRole("textbox", { name: "Text", exact: true }).tap();
    await page.keyboard.press("End");
    await page.keyboard.insertText(" thoughts");
    await part(page, "Preview").tap();
    await expectTexts(blocks, ["First", "Second thoughts", "Third"]);
    await expectOutlineOn(page, blocks.nth(1));

    await page.getByRole("button", { name: "Move Text down" }).tap();
    await expectTexts(blocks, ["First", "Third", "Second thoughts"]);
    await expectOutlineOn(page, blocks.nth(2));

    const finger = await fingerOn(page);
    const first = await boxInFrame(page, blocks.nth(0));
    await finger.drag(await middleOf(handleOf(page)), { x: first.x + 60, y: first.y + 1 });
    await expect(dropLine(page)).toBeVisible();
    await finger.lift();
    await expect(dropLine(page)).toHaveCount(0);
    await expectTexts(blocks, ["Second thoughts", "First", "Third"]);

    await tapUntil(part(page, "Outline"), page.getByRole("button", { name: "Add block" }));
    await page.getByRole("button", { name: "Add block" }).tap();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Quote/ })
      .first()
      .tap();
    await expect(page.getByRole("heading", { name: "Quote", exact: true })).toBeVisible();
    await part(page, "Preview").tap();
    await expect(blocks).toHaveCount(4);
    await expect(blocks.nth(3)).toHaveClass(/stoa-block-quote/);
    await expectOutlineOn(page, blocks.nth(3));
  });
});

test("on a phone the outline is reordered by touch", async ({ page }) => {
  await onPageOf(page, [sectionOfTexts("words", [["First", "Second", "Third"]])], async () => {
    const blocks = page.frameLocator(frameName).locator("[data-block-id]");
    await expectTexts(blocks, ["First", "Second", "Third"]);
    await part(page, "Outline").tap();
    const lines = page.getByRole("navigation", { name: "Outline of the page" }).locator("[data-outline-block]");
    const finger = await fingerOn(page);
    const toTop = async (name: string, index: number) => {
      const first = await lines.nth(0).boundingBox();
      if (first === null) throw new Error("no line");
      await finger.drag(await middleOf(lines.nth(index).getByRole("button", { name: `Pick up ${name}` })), {
        x: first.x + 60,
        y: first.y + 4,
      });
      await expect(page.getByRole("status").getByText(/^To position 1 of /)).toBeAttached();
      await finger.lift();
    };
    await toTop("Text", 2);
    await expect(lines.nth(0)).toContainText("Third");

    // The hidden page has not laid out blocks added meanwhile.
    await tapUntil(page.getByRole("button", { name: "Add block" }), page.getByRole("dialog"));
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Quote/ })
      .first()
      .tap();
    await expect(page.getByRole("heading", { name: "Quote", exact: true })).toBeVisible();
    await part(page, "Outline").tap();
    await expect(lines).toHaveCount(4);
    await toTop("Quote", 3);
    await expect(lines.nth(0)).toContainText("Quote");
    await tapUntil(part(page, "Preview"), canvasOf(page));
    await expect(blocks.nth(0)).toHaveClass(/stoa-block-quote/);
    await expect(blocks.nth(1)).toHaveText("Third");
  });
});

test("swiping over the page on a phone scrolls it and moves nothing", async ({ page }) => {
  const words = Array.from({ length: 24 }, (_, index) => `Paragraph ${index + 1}`);
  await onPageOf(page, [sectionOfTexts("words", [words])], async () => {
    const frame = page.frameLocator(frameName);
    const blocks = frame.locator("[data-block-id]");
    await expectTexts(blocks, words);
    const scrolled = () => frame.locator("html").evaluate(() => window.scrollY);
    await tapInFrame(page, blocks.nth(3));
    await expectOutlineOn(page, blocks.nth(3));
    const before = await scrolled();
    const from = await boxInFrame(page, blocks.nth(8));
    const finger = await fingerOn(page);
    await finger.drag({ x: from.x + 40, y: from.y + from.height / 2 }, { x: from.x + 40, y: from.y - 240 });
    await finger.lift();
    await expect.poll(scrolled).toBeGreaterThan(before + 100);
    await expect(dropLine(page)).toHaveCount(0);
    await expectOutlineOn(page, blocks.nth(3));
    await expectTexts(blocks, words);
  });
});
