import { expect, test, type Locator, type Page } from "@playwright/test";
import { boxInFrame, frameName, onPageOf, sectionOfTexts, type OpenPage } from "./support/draft-pages.ts";

const questions = {
  title: "What people ask",
  items: ["Is it safe?", "Do you ship?", "Where are you?"].map((title) => ({ title, html: "<p>Write to us.</p>" })),
};

/** A page with an accordion between texts. */
const sections = (): OpenPage["document"]["sections"] => [
  {
    ...sectionOfTexts("above", [["Above"]]),
    rows: [{ id: "r", columns: [{ span: 12, blocks: [{ id: "ask", kind: "accordion", settings: questions }] }] }],
  },
  sectionOfTexts("below", [Array.from({ length: 12 }, (_, index) => `Paragraph ${String(index + 1)}.`)]),
];

/** The panel is directly below a text, within the visible part of the page. */
async function expectBelow(page: Page, panel: Locator, text: Locator): Promise<void> {
  const canvas = page.getByRole("group", { name: "Canvas" });
  await expect(async () => {
    const [own, around, words] = await Promise.all([panel.boundingBox(), canvas.boundingBox(), boxInFrame(page, text)]);
    if (own === null || around === null) throw new Error("no panel");
    expect(own.y - words.y - words.height).toBeGreaterThanOrEqual(0);
    expect(own.y - words.y - words.height).toBeLessThan(24);
    expect(own.y + own.height).toBeLessThanOrEqual(around.y + around.height);
  }).toPass();
}

test("the text panel is below its text, also when opened and moved by keyboard", async ({ page }) => {
  await onPageOf(page, sections(), async () => {
    const frame = page.frameLocator(frameName);
    const canvas = page.getByRole("group", { name: "Canvas" });
    await page
      .getByRole("navigation", { name: "Outline of the page" })
      .getByRole("button", { name: /^Accordion/ })
      .click();
    await canvas.focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog", { name: /^Text of Accordion/ });
    await expect(panel).toHaveAccessibleName("Text of Accordion: Heading");
    await expectBelow(page, panel, frame.getByText("What people ask"));

    const next = panel.getByRole("button", { name: "Next text" });
    await next.click();
    await expectBelow(page, panel, frame.getByText("Is it safe?"));
    await next.click();
    // The answer is collapsed: it is edited at its question.
    await expect(panel).toHaveAccessibleName("Text of Accordion: Entry 1, Text");
    await expectBelow(page, panel, frame.getByText("Is it safe?"));
    await next.click();
    await expectBelow(page, panel, frame.getByText("Do you ship?"));

    await panel
      .getByRole("textbox", { name: "Title" })
      .fill("Do you ship to places that are far away, and how long does it take? ".repeat(4));
    await expectBelow(page, panel, frame.getByText("Do you ship to places"));
    await page.setViewportSize({ width: 1500, height: 700 });
    await expectBelow(page, panel, frame.getByText("Do you ship to places"));

    const { x, y } = await boxInFrame(page, frame.locator("body"));
    await page.mouse.move(x + 20, Math.max(y, 100) + 20);
    await page.mouse.wheel(0, 60);
    await expectBelow(page, panel, frame.getByText("Do you ship to places"));
    await page.keyboard.press("Escape");
    await expect(canvas).toBeFocused();
  });
});

test("text editing continues when the window is resized", async ({ page }) => {
  await onPageOf(page, sections(), async () => {
    const frame = page.frameLocator(frameName);
    await page
      .getByRole("navigation", { name: "Outline of the page" })
      .getByRole("button", { name: /^Accordion/ })
      .click();
    await page.getByRole("group", { name: "Canvas" }).focus();
    await page.keyboard.press("Enter");
    const heading = page.getByRole("dialog", { name: "Text of Accordion: Heading" }).getByRole("textbox");
    await heading.fill("Asked");
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(page.getByRole("navigation", { name: "Parts of the editor" })).toBeVisible();
    await expect(heading).toBeFocused();
    await page.keyboard.type(" on a phone");
    await expect(frame.getByText("Asked on a phone")).toBeVisible();
    await expectBelow(page, page.getByRole("dialog"), frame.getByText("Asked on a phone"));
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole("complementary", { name: "Settings" })).toBeVisible();
    await expect(heading).toBeFocused();
    await expectBelow(page, page.getByRole("dialog"), frame.getByText("Asked on a phone"));
  });
});
