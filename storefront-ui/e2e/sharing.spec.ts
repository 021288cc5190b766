import { expect, test } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { Owner } from "./owner";
import { shops } from "./shops";

const { juniper } = shops;
const themes = ["linen", "gazette", "indigo", "nocturne"];
let before: object = {};

test.beforeAll(async () => {
  before = await (
    await Owner.signIn()
  ).chooseForVisitors({
    simpleLikingEnabled: true,
    shareSettings: {
      onPosts: true,
      onProducts: true,
      services: ["email", "whatsapp", "facebook", "x", "bluesky", "pinterest"],
    },
    commentSettings: {
      approval: "nobody",
      closeAfterDays: 0,
      anonymousAllowed: true,
      notifyOwner: false,
      captcha: false,
    },
  });
});

test.afterAll(async () => {
  const owner = await Owner.signIn();
  await owner.chooseForVisitors(before);
  await owner.chooseTheme("linen");
});

// spec: content.visitor-abilities
test("visitors see pages, posts, galleries, a store, comments, likes, share buttons and forms", async ({ page }) => {
  await page.goto(`${juniper.url}/about`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto(juniper.url + juniper.blog);
  await expect(page.locator(".stoa-post-card, article").first()).toBeVisible();
  await page.goto(`${juniper.url}/blocks`);
  await expect(page.locator('[data-block-id="kind-gallery"] img').first()).toBeVisible();
  await expect(page.locator('[data-block-id="kind-form"] form')).toBeVisible();
  await page.goto(juniper.url + juniper.store);
  await expect(page.locator(".stoa-product-card").first()).toBeVisible();
  await page.goto(juniper.url + juniper.post);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Comments" }).getByRole("button", { name: "Send comment" }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /^\d+ likes?$/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Share" }).getByRole("link", { name: "Bluesky" })).toBeVisible();
});

for (const theme of themes) {
  test(`posts and products are shared in ${theme}`, async ({ page }) => {
    await (await Owner.signIn()).chooseTheme(theme);
    for (const path of [juniper.post, juniper.product.path]) {
      await page.goto(juniper.url + path);
      const share = page.getByRole("region", { name: "Share" });
      const link = share.getByRole("link", { name: "Facebook" });
      await link.scrollIntoViewIfNeeded();
      await expect(link).toHaveAttribute("href", /^https:\/\/www\.facebook\.com\/sharer\/sharer\.php\?u=http/);
      const box = await link.boundingBox();
      expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
      await expectAccessible(page);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(wide, `${path} is wider than the screen`).toBe(false);
    }
  });
}

test("a link is copied if the device allows it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(juniper.url + juniper.post);
  const share = page.getByRole("region", { name: "Share" });
  await share.getByRole("button", { name: "Copy link" }).click();
  await expect(share.getByRole("status")).toHaveText("Link copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(juniper.url + juniper.post);
});

// spec: content.comments.open
test("without scripts a post is liked, and a comment is liked and replied to", async ({ browser }, { project }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: project.use.viewport ?? null });
  const page = await context.newPage();
  const words = `By hand ${String(Date.now())}`;
  await page.goto(juniper.url + juniper.post);
  const likes = page.getByRole("button", { name: /^\d+ likes?$/ });
  const count = Number.parseInt((await likes.textContent()) ?? "", 10);
  await likes.click();
  await page.getByRole("button", { name: "Yes, I like it" }).click();
  await expect(page).toHaveURL(/#likes$/);
  await expect(likes).toHaveText(new RegExp(`^${String(count + 1)} likes?$`));

  await page.getByLabel(/^Name/).fill("Bo");
  await page.getByRole("textbox", { name: /^Comment/ }).fill(words);
  await page.getByRole("button", { name: "Send comment" }).click();
  await page.getByRole("button", { name: "Send comment" }).click();
  const comment = page.getByRole("article").filter({ hasText: words });
  await expect(comment).toBeVisible();
  await comment.getByRole("button", { name: "Like" }).click();
  await page.getByRole("button", { name: "Yes, I like it" }).click();
  await expect(comment.getByRole("button", { name: "Like (1)" })).toBeVisible();
  await comment.getByRole("link", { name: "Reply" }).click();
  await expect(page.getByRole("heading", { name: "Your reply" })).toBeVisible();
  await page.getByLabel("Name").fill("Cy");
  await page.getByRole("textbox", { name: "Comment" }).fill(`Answer to ${words}`);
  await page.getByRole("button", { name: "Send comment" }).click();
  await expect(page.locator(".stoa-comments__replies").getByText(`Answer to ${words}`)).toBeVisible();
  await context.close();
});

test("the confirmation pages are accessible and fit", async ({ page }) => {
  for (const kind of ["likes", "comments"]) {
    await page.goto(juniper.url + juniper.post);
    await page
      .locator(`form[action="/api/${kind}/form"]`)
      .first()
      .evaluate((form: HTMLFormElement) => {
        // As without scripts: no confirmation and no client-side validation.
        HTMLFormElement.prototype.submit.call(form);
      });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      kind === "likes" ? "Do you like this?" : "Your comment",
    );
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)).toBe(
      false,
    );
  }
});
