import { expect, test } from "@playwright/test";
import { expectAccessible, signIn } from "./support/admin.ts";
import { owner, siteUrl } from "./support/environment.ts";

const post = `${siteUrl}/journal/setting-a-table-for-six`;
const hostile = '"><img src=x onerror="window.hit=1"><script>window.hit=2</script>';

// spec: template.escaping.open, content.comments.open
test("a visitor's comment is never markup, and appears after approval", async ({ page, browser }) => {
  const visitor = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await visitor.goto(post);
  const comments = visitor.getByRole("region", { name: "Comments" });
  await comments.getByLabel(/^Name/).fill("Ada");
  await comments.getByRole("button", { name: "Send comment" }).scrollIntoViewIfNeeded();
  await comments.getByLabel(/^Comment/).fill(`${hostile} ${Date.now()}`);
  await expectAccessible(visitor);
  await comments.getByRole("button", { name: "Send comment" }).click();
  await expect(comments.getByText("Your comment appears once it has been approved.").last()).toBeVisible();
  await visitor.reload();
  await expect(comments.getByText("onerror")).toHaveCount(0);

  const { screen } = await signIn(page, owner);
  await page.goto(screen("comments"));
  const row = page.getByRole("list", { name: "Comments" }).getByRole("listitem").filter({ hasText: "onerror" }).first();
  await expect(row).toContainText(hostile);
  expect(await page.evaluate(() => "hit" in window)).toBe(false);
  await expectAccessible(page);
  await row.getByRole("button", { name: "Reply" }).click();
  await page.getByRole("textbox", { name: "Reply" }).fill("Thank you for looking.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText("Reply sent")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);

  await visitor.reload();
  await expect(comments.getByText(hostile).first()).toBeVisible();
  await expect(comments.getByText("Thank you for looking.").first()).toBeVisible();
  expect(await visitor.evaluate(() => "hit" in window)).toBe(false);
  const wide = await visitor.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(wide).toBe(false);
  await expectAccessible(visitor);
});

test("a comment is sent without scripts", async ({ browser }) => {
  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await visitor.goto(post);
  await visitor.getByLabel(/^Name/).fill("Bo");
  await visitor.getByRole("textbox", { name: /^Comment/ }).fill(`By hand ${Date.now()}`);
  await visitor.getByRole("button", { name: "Send comment" }).click();
  await expect(visitor.getByText("Send it again to confirm.")).toBeVisible();
  await visitor.getByRole("button", { name: "Send comment" }).click();
  await expect(visitor).toHaveURL(/#comment-waiting$/);
  await expect(visitor.getByText("Your comment appears once it has been approved.")).toBeVisible();
});
