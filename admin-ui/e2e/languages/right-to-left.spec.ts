import { expect, test, type Page } from "@playwright/test";
import type { paths } from "@stoa/api/schema";
import { callApi, type SignedIn } from "../support/admin.ts";
import { boxInFrame, frameName, onPageOf, placeInFrame, sectionOfTexts } from "../support/draft-pages.ts";
import {
  canvasOf,
  dropLine,
  expectLineAlong,
  expectOutlineOn,
  expectTexts,
  handleOf,
  pickUp,
  pickUpByKey,
} from "../support/canvas-selection.ts";

// Scroll bars take space, as in a headed browser, on either side.
test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    provide({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] }),
});

type Settings = paths["/api/v1/websites/{websiteId}/settings"]["get"]["responses"][200]["content"]["application/json"];

/** Sets the language of the site. */
async function writeIn(page: Page, { website, accessToken }: SignedIn, language: string): Promise<string> {
  const address = `/api/v1/websites/${website.id}/settings`;
  const before = (await callApi(page, "GET", address, null, accessToken)).body as Settings;
  const answer = await callApi(page, "PUT", address, { ...before, language }, accessToken);
  expect(answer.status, "the language is taken").toBe(200);
  return before.language;
}

test("on a right-to-left site outlines, texts and drop lines are positioned correctly", async ({ page }) => {
  const long = Array.from({ length: 14 }, (_, index) => `שורה ${index + 1}`);
  const sections = [sectionOfTexts("columns", [["אחת"], ["שתיים"], ["שלוש"]]), sectionOfTexts("long", [long])];
  await onPageOf(page, sections, async (signedIn) => {
    const frame = page.frameLocator(frameName);
    const blocks = frame.locator("[data-block-id]");
    const columns = frame.locator("[data-section-id=columns] .stoa-col");
    const language = await writeIn(page, signedIn, "he");
    try {
      await page.reload();
      await expect(frame.locator("html")).toHaveAttribute("dir", "rtl");
      await expectTexts(blocks, ["אחת", "שתיים", "שלוש", ...long]);
      expect((await boxInFrame(page, columns.nth(0))).x).toBeGreaterThan((await boxInFrame(page, columns.nth(2))).x);

      const second = await placeInFrame(page, blocks.nth(1));
      await page.mouse.click(second.x, second.y);
      await expect(canvasOf(page).getByRole("status")).toHaveText("Text selected");
      await expectOutlineOn(page, blocks.nth(1));
      await page.keyboard.press("Enter");
      await expect(
        page.getByRole("dialog", { name: "Text of Text" }).getByRole("textbox", { name: "Text", exact: true }),
      ).toBeFocused();
      await page.keyboard.press("End");
      await page.keyboard.type(" ועוד");
      await expectTexts(blocks, ["אחת", "שתיים ועוד", "שלוש", ...long]);
      await page.keyboard.press("Escape");
      await expect(canvasOf(page)).toBeFocused();

      // The options are physical sides, though blocks store logical ones.
      await expect(blocks.nth(1).locator(".stoa-text")).toHaveCSS("text-align", "start");
      const alignment = page.getByRole("complementary", { name: "Settings" }).getByRole("group", { name: "Alignment" });
      await expect(alignment.getByRole("button")).toHaveText(["Left", "Center", "Right"]);
      await expect(alignment.getByRole("button", { pressed: true })).toHaveText("Right");
      await alignment.getByRole("button", { name: "Left" }).click();
      await expect(blocks.nth(1).locator(".stoa-text")).toHaveCSS("text-align", "end");
      await alignment.getByRole("button", { name: "Right" }).click();
      await expect(blocks.nth(1).locator(".stoa-text")).toHaveCSS("text-align", "start");
      const format = page.getByRole("group", { name: "Format of Text" });
      await expect(format.getByRole("button", { name: "Right", pressed: true })).toBeVisible();
      await format.getByRole("button", { name: "Left" }).click();
      await expect(blocks.nth(1).locator("p")).toHaveCSS("text-align", "left");
      await format.getByRole("button", { name: "Right" }).click();
      await expect(blocks.nth(1).locator("p")).toHaveCSS("text-align", "start");
      await canvasOf(page).focus();

      await pickUp(page);
      const third = await boxInFrame(page, blocks.nth(2));
      await page.mouse.move(third.x + third.width / 2, third.y + third.height - 1, { steps: 8 });
      await expectLineAlong(page, columns.nth(2));
      await page.mouse.up();
      await expect(dropLine(page)).toHaveCount(0);
      await expectTexts(columns.nth(2).locator("[data-block-id]"), ["שלוש", "שתיים ועוד"]);
      await expectOutlineOn(page, columns.nth(2).locator("[data-block-id]").nth(1));

      await handleOf(page).focus();
      await pickUpByKey(page, "Text");
      await page.keyboard.press("ArrowDown");
      await expect(page.getByRole("status").getByText("To before section 1")).toBeAttached();
      await page.keyboard.press("ArrowDown");
      await expectLineAlong(page, columns.nth(0));
      await page.keyboard.press("Escape");

      const last = await placeInFrame(page, blocks.nth(10));
      await page.mouse.click(last.x, last.y);
      await expectOutlineOn(page, blocks.nth(10));
      await page.mouse.wheel(0, 160);
      await expectOutlineOn(page, blocks.nth(10));
    } finally {
      await writeIn(page, signedIn, language);
    }
  });
});
