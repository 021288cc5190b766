import { expect, test, type Page } from "@playwright/test";
import { expectAccessible, signIn } from "./support/admin.ts";
import { owner, siteUrl } from "./support/environment.ts";

const file = "page.item";

/** Replaces the text of the open file by typing. */
async function write(page: Page, text: string): Promise<void> {
  const editor = page.getByRole("textbox", { name: `Text of ${file}` });
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Publish…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(file, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  // The message of an earlier publication may still be visible.
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Visitors see these files now.").last()).toBeVisible();
}

test("an owner breaks a template, sees the position, fixes and publishes it", async ({ page, context }) => {
  // Two publications and five accessibility checks.
  test.slow();
  await page.setViewportSize({ width: 1280, height: 844 });
  const { screen } = await signIn(page, owner);
  await page.goto(screen("templates"));
  await page.getByRole("link", { name: file }).click();
  await expect(page.getByRole("textbox", { name: `Text of ${file}` })).toBeVisible();
  await expect(page.locator("iframe[title='Preview of the page']")).toBeVisible();
  await expectAccessible(page);

  const words = `Open on Sundays ${Date.now()}`;
  await write(page, `<p>${words}</p>\n<b>é</b> {title|nope}\n{body}\n`);
  const problems = page.getByRole("region", { name: "Problems" });
  const problem = problems.getByRole("button", { name: /Line 2, column 10/ });
  await expect(problem).toBeVisible();
  await expect(page.locator(".cm-lint-marker-error")).toHaveCount(1);
  await expect(page.locator(".cm-lintRange-error")).toHaveText("{title|nope}");
  await problem.click();
  await expect(page.locator(".cm-activeLine")).toContainText("{title|nope}");
  await expectAccessible(page);

  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.getByRole("button", { name: "Publish…" }).click();
  await expect(page.getByRole("dialog").getByText("One error has to be fixed first.")).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "Cancel" }).click();
  const shop = await context.newPage();
  await shop.goto(siteUrl);
  await expect(shop.getByText(words)).toHaveCount(0);

  await write(page, `<p>${words}</p>\n{body}\n`);
  await expect(problems.getByText("No problems found.")).toBeVisible();
  await expect(page.frameLocator("iframe[title='Preview of the page']").getByText(words)).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await publish(page);
  await shop.reload();
  await expect(shop.getByText(words)).toBeVisible();

  await page.getByRole("button", { name: "Revert" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revert" }).click();
  await expect(page.getByText("Draft saved")).toBeVisible();
  await publish(page);
  await shop.reload();
  await expect(shop.getByText(words)).toHaveCount(0);
  await page.getByRole("button", { name: "History" }).click();
  await expect(
    page
      .getByRole("dialog")
      .getByText(/^Version \d+/)
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await shop.close();
});

test("templates fit a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { screen } = await signIn(page, owner);
  await page.goto(screen("templates"));
  await page.getByRole("link", { name: file }).click();
  await expect(page.getByRole("textbox", { name: `Text of ${file}` })).toBeVisible();
  await expectAccessible(page);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.locator("iframe[title='Preview of the page']")).toBeVisible();
  await expectAccessible(page);
  expect(await overflow()).toBeLessThanOrEqual(0);
});
