import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/admin.ts";
import { command, frameName, onEmptyPage } from "./support/draft-pages.ts";
import { siteUrl } from "./support/environment.ts";
import { findProduct } from "./support/purchase.ts";

// spec: content.owner-abilities
test("an owner edits a page, blocks, a gallery, a form, a product and the design, and publishes them", async ({
  page,
  context,
}) => {
  test.slow();
  const stamp = String(Date.now());
  await onEmptyPage(page, async (signedIn, { id, fullUrl, title }) => {
    const { screen } = signedIn;
    const frame = page.frameLocator(frameName);
    await command(page, "Add Text");
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await text.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(`Words ${stamp}`);
    await expect(frame.getByText(`Words ${stamp}`)).toBeVisible();
    // In a text, the shortcut of the command box makes a link.
    await text.blur();

    await command(page, "Add Gallery");
    await page.getByRole("button", { name: "Add images or videos" }).click();
    const library = page.getByRole("dialog");
    await library
      .getByRole("button", { name: /\.(webp|jpg|png)/ })
      .first()
      .click();
    await library.getByRole("button", { name: "Add 1" }).click();
    await expect(frame.locator(".stoa-block-gallery img").first()).toBeVisible();
    await page.getByRole("button", { name: "Stacked", exact: true }).click();
    await expect(frame.locator(".stoa-block-gallery [data-design=stacked]")).toBeVisible();

    await command(page, "Add Form");
    await page.getByRole("textbox", { name: "Form name" }).fill("Questions");
    await page.getByRole("button", { name: "Add field" }).click();
    await page.getByRole("textbox", { name: "Label", exact: true }).fill(`Field ${stamp}`);
    await expect(frame.getByLabel(`Field ${stamp}`)).toBeVisible();
    await command(page, "Publish");
    await expect(page.getByText("Visitors see this page now.")).toBeVisible();

    const visitor = await context.newPage();
    await visitor.goto(`${siteUrl}${fullUrl}`);
    await expect(visitor.getByText(`Words ${stamp}`)).toBeVisible();
    await expect(visitor.locator(".stoa-block-gallery [data-design=stacked] img").first()).toBeVisible();
    await expect(visitor.getByLabel(`Field ${stamp}`)).toBeVisible();

    const desk = await context.newPage();
    await desk.goto(screen(`pages/${id}/settings`));
    const heading = desk.getByRole("textbox", { name: "Title", exact: true });
    await heading.fill(`Title ${stamp}`);
    await desk.getByRole("button", { name: "Save" }).click();
    await expect(desk.getByRole("button", { name: "Save" })).toHaveCount(0);
    await expectAccessible(desk);
    await heading.fill(title);
    await desk.getByRole("button", { name: "Save" }).click();
    await expect(desk.getByRole("button", { name: "Save" })).toHaveCount(0);

    const product = await findProduct(desk, signedIn);
    await desk.goto(screen(`products/${product.collectionId}/${product.id}`));
    const name = desk.getByRole("textbox", { name: "Name", exact: true });
    const before = await name.inputValue();
    for (const wanted of [`${before} ${stamp}`, before]) {
      await name.fill(wanted);
      await desk.getByRole("button", { name: "Save" }).click();
      await expect(desk.getByRole("button", { name: "Save" })).toHaveCount(0);
      await visitor.goto(new URL(product.fullUrl, siteUrl).href);
      await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(wanted);
    }

    await desk.goto(screen("design"));
    await expect(desk.frameLocator("iframe[title='Preview of the page']").locator("main")).toBeVisible();
    await desk.getByRole("textbox", { name: "Accent", exact: true }).fill("#0a5c3c");
    await expect(desk.getByText("Draft saved")).toBeVisible();
    await desk.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(desk.getByText("Visitors see this design now.")).toBeVisible();
    await visitor.reload();
    const accent = () =>
      visitor.locator("html").evaluate((root) => getComputedStyle(root).getPropertyValue("--color-accent").trim());
    await expect.poll(accent).toBe("#0a5c3c");
    await desk.getByRole("button", { name: "Reset Accent", exact: true }).click();
    await expect(desk.getByText("Draft saved")).toBeVisible();
    await desk.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(desk.getByText("Visitors see this design now.").last()).toBeVisible();
    await visitor.close();
    await desk.close();
  });
});
