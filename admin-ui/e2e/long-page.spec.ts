import { expect, test, type Page } from "@playwright/test";
import { boxInFrame, frameName, onPageOf, placeInFrame, sectionOfTexts } from "./support/draft-pages.ts";
import {
  canvasOf,
  dropLine,
  expectLineAlong,
  expectOutlineOn,
  expectTexts,
  pickUp,
  pickUpByKey,
} from "./support/canvas-selection.ts";

const words = Array.from({ length: 30 }, (_, index) => `Paragraph ${index + 1}`);

/** Starts dragging the first block; returns the blocks and the position of the canvas on the screen. */
async function pickUpFirst(page: Page) {
  const blocks = page.frameLocator(frameName).locator("[data-block-id]");
  await expectTexts(blocks, words);
  const top = await placeInFrame(page, blocks.nth(0));
  await page.mouse.click(top.x, top.y);
  await expectOutlineOn(page, blocks.nth(0));
  const canvas = await canvasOf(page).boundingBox();
  if (canvas === null) throw new Error("no canvas");
  await pickUp(page);
  return { blocks, canvas };
}

test("dragging a block beyond the viewport scrolls the page, and drops at the line", async ({ page }) => {
  await onPageOf(page, [sectionOfTexts("long", [words])], async () => {
    const { blocks, canvas } = await pickUpFirst(page);
    await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height - 20, { steps: 8 });
    const place = async (index: number) => boxInFrame(page, blocks.nth(index));
    await expect
      .poll(async () => (await place(24)).y, "the page goes along")
      .toBeLessThan(canvas.y + canvas.height / 2);
    const target = await place(24);
    await page.mouse.move(target.x + target.width / 2, canvas.y + canvas.height / 2, { steps: 4 });

    const line = async () => ((await dropLine(page).boundingBox())?.y ?? Number.NaN) + 2;
    await expect.poll(line).toBeGreaterThan(canvas.y);
    const shown = await line();
    const tops = await blocks.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    const scale = (await place(0)).width / (await blocks.nth(0).evaluate((one) => one.getBoundingClientRect().width));
    const below = tops.filter((y) => canvas.y + y * scale < shown).length;
    await page.mouse.up();
    await expect(dropLine(page)).toHaveCount(0);
    const [first = "", ...others] = words;
    await expectTexts(blocks, [...others.slice(0, below - 1), first, ...others.slice(below - 1)]);
    await expectOutlineOn(page, blocks.nth(below - 1));
  });
});

test("the wheel scrolls the page during a drag, and the drop line follows", async ({ page }) => {
  await onPageOf(page, [sectionOfTexts("long", [words])], async () => {
    const { blocks, canvas } = await pickUpFirst(page);
    const middle = canvas.y + canvas.height / 2;
    await page.mouse.move(canvas.x + canvas.width / 2, middle, { steps: 8 });
    await expect(dropLine(page)).toBeVisible();
    const target = blocks.nth(20);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 120);
        return (await boxInFrame(page, target)).y;
      }, "the wheel brings what is below")
      .toBeLessThan(middle);
    await page.mouse.up();
    await expect(dropLine(page)).toHaveCount(0);
    const order = await blocks.allTextContents();
    expect(order.map((text) => text.trim()).indexOf("Paragraph 1"), "it lands among what was brought").toBeGreaterThan(
      15,
    );
  });
});

for (const width of ["Desktop", "Tablet", "Phone"]) {
  test(`marks and drops are where they belong, ${width.toLowerCase()} width`, async ({ page }) => {
    const sections = [sectionOfTexts("columns", [["Left"], ["Right"]]), sectionOfTexts("long", [words])];
    await onPageOf(page, sections, async () => {
      const frame = page.frameLocator(frameName);
      const blocks = frame.locator("[data-block-id]");
      const columns = frame.locator("[data-section-id=columns] .stoa-col");
      await page.getByRole("button", { name: `${width} width` }).click();
      await expectTexts(blocks, ["Left", "Right", ...words]);
      const chosen = await placeInFrame(page, blocks.nth(6));
      await page.mouse.click(chosen.x, chosen.y);
      await expectOutlineOn(page, blocks.nth(6));
      await page.mouse.move(chosen.x, chosen.y + 40);
      await page.mouse.wheel(0, 90);
      await expectOutlineOn(page, blocks.nth(6));
      await page.mouse.wheel(0, -2000);
      await expect.poll(() => frame.locator("html").evaluate(() => window.scrollY)).toBe(0);
      await expectOutlineOn(page, blocks.nth(6));

      await pickUp(page);
      const right = await boxInFrame(page, blocks.nth(1));
      await page.mouse.move(right.x + right.width / 2, right.y + right.height - 1, { steps: 8 });
      await expectLineAlong(page, columns.nth(1));
      await page.mouse.up();
      await expectTexts(columns.nth(1).locator("[data-block-id]"), ["Right", "Paragraph 5"]);
      await expectOutlineOn(page, columns.nth(1).locator("[data-block-id]").nth(1));
    });
  });
}

test("dragging a line of a long outline scrolls the outline", async ({ page }) => {
  await onPageOf(page, [sectionOfTexts("long", [words])], async () => {
    const blocks = page.frameLocator(frameName).locator("[data-block-id]");
    await expectTexts(blocks, words);
    const lines = page.getByRole("navigation", { name: "Outline of the page" }).getByRole("button", { name: /^Text/ });
    const handle = await page.getByRole("button", { name: "Pick up Text" }).first().boundingBox();
    const panel = await page.getByRole("complementary", { name: "Outline and blocks" }).boundingBox();
    if (handle === null || panel === null) throw new Error("no outline");
    const x = handle.x + handle.width / 2;
    await page.mouse.move(x, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 40, panel.y + panel.height - 16, { steps: 8 });
    const place = async () => (await lines.nth(24).boundingBox()) ?? { y: Number.POSITIVE_INFINITY, height: 0 };
    await expect
      .poll(async () => (await place()).y, "the outline goes along")
      .toBeLessThan(panel.y + panel.height - 100);
    await page.mouse.move(x + 40, panel.y + panel.height / 2);
    const { y, height } = await place();
    await page.mouse.move(x + 40, y + height - 4, { steps: 4 });
    await page.mouse.up();
    const [first = "", ...others] = words;
    await expectTexts(blocks, [...others.slice(0, 24), first, ...others.slice(24)]);
  });
});

test("moving a line of a long outline by keyboard does not scroll the outline", async ({ page }) => {
  await onPageOf(page, [sectionOfTexts("long", [words])], async () => {
    const blocks = page.frameLocator(frameName).locator("[data-block-id]");
    await expectTexts(blocks, words);
    const handle = page.getByRole("button", { name: "Pick up Text" }).first();
    const before = await handle.boundingBox();
    await handle.focus();
    await pickUpByKey(page, "Text");
    for (let step = 0; step < 20; step += 1) await page.keyboard.press("ArrowDown");
    await expect(dropLine(page)).toBeInViewport();
    await expect(page.locator(".MuiChip-label", { hasText: /^Text$/ })).toBeInViewport();
    expect(await handle.boundingBox(), "the outline has not moved").toEqual(before);
    await page.keyboard.press("Space");
    const [first = "", ...others] = words;
    await expectTexts(blocks, [...others.slice(0, 19), first, ...others.slice(19)]);
  });
});
